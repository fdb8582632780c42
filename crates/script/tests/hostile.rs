//! Scripts that mean no good, or that went wrong: each ends with an error that
//! says what happened, and never with a panic or without an end.

mod common;

use std::collections::HashSet;

use common::parse;
use perfectplay_game::{Expansion, Game, Notation, Tabular};
use perfectplay_script::{Loader, Rules, ScriptError};
use proptest::prelude::*;

fn refused(text: &str) -> ScriptError {
    match parse(text) {
        Err(error) => error,
        Ok(rules) => panic!("{} was taken: {rules:?}", text.chars().take(200).collect::<String>()),
    }
}

/// A game whose `options` are this body, at every position but the start 0.
fn late(body: &str) -> Rules {
    let text = format!(
        "def start():\n    return 0\n\ndef f(x):\n    return f(x) + f(x)\n\n\
         def options(p):\n    if p == 0:\n        return [(1, 1)]\n    {body}\n"
    );
    parse(&text).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn law_runaway_options_are_faults() {
    for (body, found) in [
        ("return f(p)", "functions that call each other without end"),
        (
            "return [(x, x) for x in range(1 << 24) for y in range(1 << 10) if False]",
            "a call that goes on and on",
        ),
        ("return list(range(1000000000))", "a range of 1000000000"),
        (
            "s = 'ab'; [s for _ in range(100)]; return [(s * 1000000000, 1)]",
            "a value that takes more memory",
        ),
        ("return [(1, [0] * 1000000000)]", "a value that takes more memory"),
        ("return [(1, 1000000000 * [0])]", "a value that takes more memory"),
        ("return [(1, (0,) * -5 + (1,) * 1000000000)]", "a value that takes more memory"),
        ("return [(1, 1 << 1000000000)]", "a longer integer"),
        ("return [(1, '%s' % ([1] * 100000))]", "a value with more text than anybody reads"),
        ("return [(1, 0.5)]", "a position that is the float 0.5"),
        ("return [(1, float('nan'))]", "a position that is the float nan"),
        ("return [(float('inf'), 1)]", "a move that is the float +inf"),
        ("return [(1, 9223372036854775808)]", "a position that is the int 9223372036854775808"),
        ("return [(1, {'a': 1})]", "a position that is a value of type dict"),
        ("return [(1, [{'a': 1}])]", "a position that is a value of type dict"),
        ("return [(1, set([1]))]", "a position that is a value of type set"),
        ("return [(1, f)]", "a position that is a value of type function"),
        ("return [(1, struct(a = 1))]", "a position that is a value of type struct"),
        ("return [(1, range(3))]", "a position that is a value of type range"),
        ("return None", "None"),
        ("return 7", "the int 7"),
        ("return 'ab'", "the string \"ab\""),
        ("return {1: 2}", "a value of type dict"),
        ("return [1]", "an option that is the int 1"),
        ("return [(1,)]", "an option that is the tuple (1,)"),
        ("return [(1, 2, 3, 4)]", "an option that is the tuple (1, 2, 3, 4)"),
        ("return [[1, 2]]", "an option that is the list [1, 2]"),
        ("return [(1, 2, 3)]", "the move the int 1 with points"),
        ("return [(1, 2), (1, 3)]", "the move 1 twice"),
        ("return [('1', 2), (1, 3)]", "the move 1 twice"),
        ("return [(k % 20, k) for k in range(30)]", "the move 0 twice"),
        ("return [(1, 'x' * 70000)]", "a position that is a string of 70000 bytes"),
        ("return [(1, [1] * 70000)]", "a position that is a larger value"),
        ("return [(1, parameter('n', 7))]", "parameter() during play"),
        ("fail('oh', 1)", "fail(oh 1)"),
        ("return [(1, p[0])]", "Operation `[]` not supported for types `int` and `int`"),
        ("return [(1, 1 // 0)]", "Floor division by zero"),
    ] {
        let rules = late(body);
        let mut options = Vec::new();
        rules.options(&rules.start(), &mut options);
        let (_, to) = options[0].clone();
        options.clear();
        rules.options(&to, &mut options);
        assert!(options.is_empty());
        let fault = rules.fault().unwrap_or_else(|| panic!("no fault: {body}"));
        assert!(
            fault.message.contains(&format!("found {found}")) || fault.message.contains(found),
            "{body}\n{fault}"
        );
        assert!(fault.message.contains("options(1)"), "{fault}");
        assert_eq!(rules.fault(), None);
        // The same in a batch, where equal texts of moves of different kinds
        // may be seen later.
        let batch = rules.expand(&[rules.start(), to.clone()], &mut Expansion::default());
        if !body.contains("'1'") && !body.contains("k % 20") {
            assert_eq!(batch, Err(fault.clone()), "{body}");
        }
        // Positions that cannot be played are no positions.
        let error = rules.parse_position("1").expect_err("a fault");
        assert!(error.found.starts_with("a value that the rules cannot play ("), "{error}");
    }
}

#[test]
fn law_doubling_ends() {
    for (step, found) in [
        ("x = x + x", "a value that takes more memory"),
        ("x += x", "a value that takes more memory"),
        ("x = x * 2", "a value that takes more memory"),
        ("x *= 2", "a value that takes more memory"),
        ("x = [x, x]", "a value that"),
        ("x = (x, x)", "a value that"),
    ] {
        for start in ["'ab'", "[1]", "(1,)"] {
            let text = format!(
                "def start():\n    x = {start}\n    for _ in range(64):\n        {step}\n    return x\n\
                 def options(p):\n    return []\n"
            );
            let error = refused(&text);
            let deep = step.contains(", ")
                && (error.found.contains("levels") || error.found.contains("a larger value"));
            assert!(error.found.contains(found) || deep, "{error}");
        }
    }
    for (step, start, found) in [
        ("x = x * x", "10", "a longer integer"),
        ("x *= x", "10", "a longer integer"),
        ("x = x << 100", "10", "a longer integer"),
        ("x <<= 100", "10", "a longer integer"),
        ("x = '%s%s' % (x, x)", "'ab'", "a value with more text"),
        ("x %= (x, x)", "'%s%s'", ""),
        ("x = str([x, x])", "'ab'", "a value with more text"),
        ("x = repr(x + x)", "'ab'", "a value"),
    ] {
        let text = format!(
            "def start():\n    x = {start}\n    for _ in range(400):\n        {step}\n    return x\n\
             def options(p):\n    return []\n"
        );
        let error = refused(&text);
        assert!(error.found.contains(found), "{error}");
    }
}

#[test]
fn law_deep_values_end() {
    // Values inside themselves, and ones too deep for a stack.
    for body in [
        "x = []; x.append(x); return x",
        "x = [1]; x.append(x); return (x, x)",
        "x = 0\n    for _ in range(100000):\n        x = [x]\n    return x",
        "x = 0\n    for _ in range(100000):\n        x = (x,)\n    return x",
        "x = 0\n    for _ in range(100000):\n        x = [x]\n    return str(x)",
        "x = 0\n    for _ in range(100000):\n        x = [x]\n    return repr(x)",
        "x = 0\n    for _ in range(100000):\n        x = [x]\n    return '%r' % x",
        "x = 0\n    for _ in range(100000):\n        x = [x]\n    fail(x)",
        "x = 0\n    y = 0\n    for _ in range(100000):\n        x = [x]\n        y = [y]\n    return x == y",
        "x = 0\n    y = 0\n    for _ in range(100000):\n        x = [x]\n        y = [y]\n    return x < y",
    ] {
        refused(&format!("def start():\n    {body}\n\ndef options(p):\n    return []\n"));
    }
    // At the top level, where it has to be frozen.
    let deep = "def deep():\n    x = 0\n    for _ in range(100000):\n        x = [x]\n    return x\nx = deep()\n";
    let closures = "def wrap(f):\n    return lambda: f\ndef deep():\n    x = 0\n    for _ in range(100000):\n        x = wrap(x)\n    return x\nx = deep()\n";
    for text in [deep, closures] {
        let text = format!("{text}def start():\n    return 0\ndef options(p):\n    return []\n");
        let rules = parse(&text).expect("what is deep is not looked at");
        assert_eq!(rules.write_position(&rules.start()), "0");
    }
}

#[test]
fn law_nested_sources_end() {
    let many = |open: &str, inner: &str, close: &str, count: usize| {
        format!("x = {}{inner}{}", open.repeat(count), close.repeat(count))
    };
    for count in [50, 1000, 100_000] {
        for text in [
            many("[", "", "]", count),
            many("(", "1", ")", count),
            many("{1: ", "1", "}", count),
            many("-", "1", "", count),
            many("not ", "1", "", count),
            many("~", "1", "", count),
            many("lambda: ", "1", "", count),
            many("1 + ", "1", "", count),
            many("1 if 1 else ", "1", "", count),
            many("len(", "[]", ")", count),
            many("", "[]", "[0]", count),
            many("", "len", "()", count),
            many("", "len", ".x", count),
            many("[1 for x in ", "[]", "]", count),
            many("f'{", "1", "}'", count.min(1000)),
            format!("if 1:\n    pass\n{}", "elif 1:\n    pass\n".repeat(count)),
            (0..count.min(1000)).map(|n| format!("{}if 1:\n", " ".repeat(n))).collect::<String>()
                + &" ".repeat(count.min(1000))
                + "pass\n",
            (0..count.min(300)).map(|n| format!("{}def f():\n", " ".repeat(n))).collect::<String>()
                + &" ".repeat(count.min(300))
                + "pass\n",
            (0..count.min(300))
                .map(|n| format!("{}for x in [1]:\n", " ".repeat(n)))
                .collect::<String>()
                + &" ".repeat(count.min(300))
                + "pass\n",
            "x = 1\n".repeat(count),
            format!("x = [{}]", "1, ".repeat(count)),
            format!("x = \"{}\"", "a".repeat(count)),
            format!("x = {}", "9".repeat(count.min(20_000))),
        ] {
            // None of them is a game.
            refused(&text);
        }
    }
}

#[test]
fn law_recursion_fits_the_stack_of_a_test() {
    // As deep as calls may go, with a loop, a comprehension and a sort at each.
    let text = r#"
def deep(n):
    for i in [1]:
        for j in [1]:
            return sorted([n, n], key = lambda x: [deep(n - 1) for k in [1]][0] if n > 0 else 0)

def start():
    return 0

def options(p):
    return [(1, deep(%)[0])] if p == 0 else []
"#;
    assert!(parse(&text.replace('%', "10")).is_ok());
    let error = refused(&text.replace('%', "100000"));
    assert_eq!(error.found, "functions that call each other without end");
}

#[test]
fn law_odd_files_are_refused() {
    for (text, found) in [
        ("", "no start"),
        ("\u{feff}", ""),
        ("# nothing\n", "no start"),
        ("def start():\n    return 0\n", "no options"),
        ("def start() return 0", "Parse error"),
        ("x = (1", "Parse error"),
        ("x = 'a", ""),
        ("load('a.star', 'b')", ""),
        ("import os", ""),
        ("open('/etc/passwd')", ""),
        ("while True: pass", ""),
        ("x = 1\n\ty = 2", ""),
        ("start = 5\ndef options(p): return []", "start, the int 5"),
        ("def start(x): return 0\ndef options(p): return []", "def start with 1 parameters"),
        ("def start(): return 0\ndef options(): return []", "def options with 0 parameters"),
        ("def start(): return 0\ndef options(a, b, c): return []", "def options with 3 parameters"),
        (
            "def start(): return 0\ndef options(p): return []\ndef mover(p): return 'white'",
            "the string \"white\"",
        ),
        (
            "def start(): return 0\ndef options(p): return []\ndef ending(p): return 'draw'",
            "the string \"draw\"",
        ),
        (
            "def start(): return 0\ndef options(p): return []\ndef ending(p): return True",
            "the bool True",
        ),
        (
            "def start(): return 0\ndef options(p): return []\ndef canonical(p): return {}",
            "a position that is a value of type dict",
        ),
        ("def start(): return 0\ndef options(p): return []\ndef parts(p): return 7", "the int 7"),
        (
            "def start(): return 0\ndef options(p): return []\ndef parts(p): return [0.5]",
            "a position that is the float 0.5",
        ),
        ("def start(): return 0\ndef options(p): return []\ndef draw(p): return p", "the int 0"),
        ("def start(): return 0\ndef options(p): return []\nmisere = 1", "misere = the int 1"),
        (
            "def start(): return 0\ndef options(p): return []\nscore = 'most'",
            "score = the string \"most\"",
        ),
        (
            "def start(): return 0\ndef options(p): return [(1, 1)]\nscore = 'difference'",
            "a score of moves that pay no points",
        ),
        (
            "def start(): return 0\ndef options(p): return [(1, 1, -1)]",
            "points that are the int -1",
        ),
        (
            "def start(): return 0\ndef options(p): return [(1, 1, 1 << 60)]",
            "points that are the int 1152921504606846976",
        ),
        (
            "def start(): return 0\ndef options(p): return [(1, 1, 1), (2, 2)]",
            "the move the int 2 without points",
        ),
        ("def start(): return 0\ndef options(p): return []\ntitle = 7", "title = the int 7"),
        (
            "def start(): return 0\ndef options(p): return []\ndef neighbours(v): return []",
            "both options and neighbours",
        ),
        (
            "def start(): return 0\ndef neighbours(v): return []\ndef ending(p): return None",
            "ending beside neighbours",
        ),
        (
            "def start(): return 0\ndef neighbours(v): return []\nmisere = True",
            "misere beside neighbours",
        ),
        (
            "def start(): return 0\ndef options(p): return []\ndef parts(p): return [p]\nmisere = True",
            "parts beside misere",
        ),
        (
            "def start(): return 0\ndef options(p, q): return []\ndef parts(p): return [p]",
            "parts beside options that differ",
        ),
        (
            "def start(): return 0\ndef options(p): return []\ndef parts(p): return [p]\ndef ending(p): return None",
            "parts beside ending",
        ),
        (
            "def start(): return 0\ndef options(p): return []\ndef parts(p): return [p]\ndef mover(p): return 'first'",
            "parts beside mover",
        ),
    ] {
        let error = refused(text);
        assert!(error.found.contains(found), "{text}\n{error}");
    }
}

#[test]
fn law_odd_graphs_are_refused() {
    use perfectplay_game::Meter;
    use perfectplay_script::Loaded;
    for (body, found) in [
        ("[v]", "a vertex among its own neighbours"),
        ("[v + 1]", "0 among the neighbours of 1"),
        ("[v + 1] if v < 5 else []", "1 among the neighbours of 0, and not 0"),
        ("7", "the int 7"),
        ("[0.5]", "a vertex that is the float 0.5"),
        ("[1 - v, '1'] if v in [0, 1] else [0, 1]", "two vertices with the text 1"),
        ("v[0]", "Operation `[]`"),
    ] {
        let text = format!("def start(): return 0\ndef neighbours(v): return {body}\n");
        let loaded = Loader::default().parse("g.star", &text, &[]).expect("rules that run");
        let Loaded::Trails(trails) = loaded else { panic!("a graph") };
        let limits = perfectplay_game::Limits { effort: 1 << 20, ..Default::default() };
        let error = trails.graph(&mut Meter::new(limits)).expect_err("no graph");
        if body == "[v + 1]" {
            // It never ends, but for the limit.
            assert!(error.to_string().contains("effort limit"), "{error}");
        } else {
            assert!(error.to_string().contains(found), "{body}: {error}");
        }
    }
}

#[test]
fn law_strange_texts_come_back() {
    let text = r##"
def start(): return ""

TEXTS = [" a", "a ", "a\nb", "\t", "\"", "'", "\\", "=", "= 1", "first: x", "second:", "é", "\u2028", "x\u0000", "7", "[1]", "None", "-", "(", "a b", "#"]

def options(p):
    if p != "":
        return []
    strings = [(text, text) for text in TEXTS]
    return strings + [(("other", i), x) for i, x in enumerate([7, None, True, [], (), (1,), ["a", ("b",)], -17, 128, 1 << 40])]
"##;
    for text in [
        text.to_owned(),
        format!("{text}\ndef mover(p): return \"second\"\n"),
        text.replace("options(p)", "options(p, q)"),
    ] {
        let rules = parse(&text).unwrap_or_else(|error| panic!("{error}"));
        let options = rules.try_options(&rules.start()).expect("rules that run");
        let mut seen = HashSet::new();
        for (chosen, to) in options {
            let position = rules.write_position(&to);
            assert!(!position.contains(['\n', '\t', '\u{2028}', '\0']), "{position:?}");
            assert_eq!(rules.parse_position(&position), Ok(to.clone()), "{position}");
            assert!(seen.insert(position));
            let name = rules.write_move(&rules.start(), &chosen);
            assert!(
                !name.contains(['\n', '\t', '\u{2028}', '\0'])
                    && name.trim() == name
                    && !name.is_empty(),
                "{name:?}"
            );
            assert_eq!(rules.parse_move(&rules.start(), &name), Some(chosen));
        }
        assert_eq!(rules.parse_position(&rules.write_position(&rules.start())), Ok(rules.start()));
    }
}

#[test]
fn law_positions_cannot_be_changed() {
    let rules = late("p = [p]; return [(1, p)]");
    assert!(rules.fault().is_none());
    for change in ["p[0] = 5", "p.append(1)", "p.clear()", "p[1][0] = 1"] {
        let text = format!(
            "def start(): return [0, [1]]\ndef options(p):\n    {change}\n    return [(1, p)]\n"
        );
        let error = refused(&text);
        assert!(error.found.contains("mutable") || error.found.contains("mutate"), "{error}");
        let copied = format!(
            "def start(): return [0, [1]]\ndef options(p):\n    p = [p[0], list(p[1])]\n    {change}\n    return [(1, p)]\n"
        );
        assert!(parse(&copied).is_ok());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn law_no_text_makes_the_reader_panic(
        text in "\\PC{0,60}",
        pieces in prop::collection::vec(prop::sample::select(vec![
            "def ", "start", "options", "(p)", ":", "\n", "    ", "return ", "[", "]", "(", ")", ",",
            "+=", "*=", "x", "1", "'a'", "#", ";", "lambda", "f'{x}'", "for ", " in ", "if ", "\\", "\t", "%=", "=",
        ]), 0..40),
    ) {
        let _ = parse(&text);
        let _ = parse(&pieces.concat());
        let _ = parse(&format!("def start():\n    return 0\ndef options(p):\n    {}\n", pieces.concat()));
    }

    #[test]
    fn law_no_position_makes_the_parser_panic(text in "\\PC{0,40}", odd in "(first: |second:)?[=\"'\\[(]?[0-9a, ()\\]]{0,12}") {
        for start in ["0", "\"\"", "[]"] {
            let rules = parse(&format!("def start(): return {start}\ndef options(p): return []\n")).expect("rules");
            for text in [&text, &odd] {
                if let Ok(position) = rules.parse_position(text) {
                    let again = rules.write_position(&position);
                    prop_assert_eq!(rules.parse_position(&again), Ok(position));
                }
            }
        }
    }
}
