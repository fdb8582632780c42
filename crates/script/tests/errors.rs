//! Errors point at the place in the file, and say what stands there.

mod common;

use common::{pairs, parse};
use perfectplay_catalogue::BadInput;
use perfectplay_script::{Loader, Rules, ScriptError};

fn error(text: &str) -> ScriptError {
    parse(text).expect_err("no game")
}

fn place(error: &ScriptError) -> (u64, u64) {
    error.place.as_ref().map_or((0, 0), |place| (place.line, place.column))
}

#[test]
fn law_errors_show_the_line() {
    let text = "def start():\n    return 3\n\ndef options(p):\n    return [(1, p - \"x\")]\n";
    assert_eq!(
        error(text).to_string(),
        "test.star:5:17: Operation `-` not supported for types `int` and `string`\n  \
         |\n\
         5 |     return [(1, p - \"x\")]\n  \
         |                 ^^^^^^^\n\
         in options(3)"
    );
    let text = "def start():\n    return (1, 2)\n\ndef options(p, player):\n    return [(1, {})]\n";
    assert_eq!(
        error(text).to_string(),
        "test.star:4:5: found a position that is a value of type dict, wanted an int of at most 64 \
         bits, a bool, None, a string, or a list or tuple of such\n  \
         |\n\
         4 | def options(p, player):\n  \
         |     ^^^^^^^\n\
         in options((1, 2), \"first\")"
    );
}

#[test]
fn law_errors_trace_calls() {
    let text = "def low(x):\n    y = [x]\n    return y[x]\n\ndef high(x):\n    return low(x) + 1\n\n\
                def start():\n    return high(7)\n\ndef options(p):\n    return []\n";
    let error = error(text);
    assert_eq!(place(&error), (3, 12));
    let calls: Vec<_> = error.calls.iter().map(|call| (&call.function[..], call.line)).collect();
    assert_eq!(calls, [("high", Some(9)), ("low", Some(6))]);
    assert_eq!(error.asked.as_deref(), Some("start()"));
    assert!(
        error
            .to_string()
            .ends_with("in start()\nin high, called in line 9\nin low, called in line 6")
    );
}

#[test]
fn law_places_are_those_of_the_file_as_it_was_written() {
    // Assignments such as += are rewritten before they run.
    let text = "def start():\n    x = 1\n    é = 1 if False else 2\n    return x\n";
    assert_eq!(place(&error(text)).0, 3);
    for (line, column) in [
        ("x += 1; y = x.a", 17),
        ("x += 1; x *= 2; y = x.a", 25),
        ("x += x.a", 10),
        ("x += [1][0] + x.a  # += 1", 19),
        ("x *= 2 + x.a; x %= 1", 14),
        ("x <<= 2; x += (1 +\n        x.a)", 9),
        ("s = '+= '; x += 1; x.a", 24),
        ("x += 1 if x.a else 2", 15),
        ("x = x + x.a", 13),
        ("x = 3 * (x + x.a)", 18),
    ] {
        let text = format!(
            "def start():\n    x = 1\n    {line}\n    return x\n\ndef options(p):\n    return []\n"
        );
        let error = error(&text);
        let at = if line.contains('\n') { 4 } else { 3 };
        assert_eq!(place(&error), (at, column), "{line}\n{error}");
        assert!(error.found.contains("no attribute `a`"), "{error}");
    }
    // Rewritten or not, they mean the same.
    let text = "def start():\n    x = 5\n    x += 3; x *= 2\n    x %= 7\n    x <<= 3  # 16\n    l = [1]\n    m = l\n    \
                l += [2]; l += (3,)\n    if x: x += 1\n    d = [4]\n    d[0] += 2; d[0] *= 3\n    \
                return [x, m, d]\n\ndef options(p):\n    return []\n";
    let rules = parse(text).expect("rules that run");
    use perfectplay_game::{Game, Notation};
    assert_eq!(rules.write_position(&rules.start()), "[17, [1, 2, 3], [18]]");
}

#[test]
fn law_syntax_errors_name_line_and_column() {
    for (text, at) in [
        ("x = (1", (1, 7)),
        ("x = 1\ny = = 2\n", (2, 5)),
        ("def start():\nreturn 1\n", (2, 1)),
        ("x = 'a\n", (1, 5)),
        ("def f(x, x): pass\n", (1, 10)),
        ("return 5\n", (1, 1)),
        ("x = y\n", (1, 5)),
        ("while True:\n    pass\n", (1, 1)),
        ("load('other.star', 'x')\n", (1, 1)),
    ] {
        let error = error(text);
        assert_eq!(place(&error), at, "{error}");
        assert!(error.to_string().starts_with(&format!("test.star:{}:{}: ", at.0, at.1)));
    }
}

#[test]
fn law_misspelt_names_give_a_hint() {
    let good = "def start():\n    return 1\n\ndef options(p):\n    return []\n";
    for (from, to, found, at) in [
        ("options", "option", "option and no options", (4, 5)),
        ("start", "strat", "strat and no start", (1, 5)),
        ("options", "opitons", "opitons and no options", (4, 5)),
        ("options", "neighbors", "neighbors and no options", (0, 0)),
    ] {
        let error = error(&good.replace(from, to));
        if at != (0, 0) {
            assert_eq!((&error.found[..], place(&error)), (found, at), "{error}");
        }
    }
    for (line, wanted) in [
        ("def endings(p): return None", "def ending, perhaps"),
        ("def part(p): return [p]", "def parts, perhaps"),
        ("def cannonical(p): return p", "def canonical, perhaps"),
        ("missere = True", "misere, perhaps"),
        ("tittle = 'x'", "title, perhaps"),
        ("def moves(p): return 'first'", "def mover, perhaps"),
    ] {
        let error = error(&format!("{good}{line}\n"));
        assert!(error.wanted.starts_with(wanted), "{error}");
        assert_eq!(place(&error).0, 6);
    }
    // What is used, is far from every name, or begins with _ is left alone.
    for line in [
        "def moves(p): return 'first'\nx = moves(1)",
        "def _moves(p): return 'first'",
        "def helper(p): return 'first'",
        "n = 7",
    ] {
        let text = format!("{good}{line}\n");
        assert!(parse(&text).is_ok(), "{line}: {}", parse(&text).expect_err("an error"));
    }
}

const PARAMETERS: &str = r#"
n = parameter("n", 7, "stones", least = 1, most = 9)
deep = parameter("deep", False)
name = parameter("name", "ann", "a name")
list_ = parameter("list", [1, 2], "some numbers")
pair = parameter("pair", (1, "a"))

def start():
    return [n, deep, name, list_, pair]

def options(p):
    return []
"#;

#[test]
fn law_parameters_are_filled_in() {
    use perfectplay_game::{Game, Notation};
    let start = |set: &[(&str, &str)]| {
        let rules = Rules::parse("p.star", PARAMETERS, &pairs(set)).expect("rules that run");
        rules.write_position(&rules.start())
    };
    assert_eq!(start(&[]), r#"[7, False, "ann", [1, 2], (1, "a")]"#);
    assert_eq!(
        start(&[
            ("n", "9"),
            ("deep", "true"),
            ("name", "b ob"),
            ("list", "[]"),
            ("pair", "('x',)")
        ]),
        r#"[9, True, "b ob", [], ("x",)]"#
    );
    assert_eq!(
        start(&[("name", "\"5\""), ("n", "3"), ("n", " 4 ")]),
        r#"[4, False, "5", [1, 2], (1, "a")]"#
    );
    let rules = Rules::parse("p.star", PARAMETERS, &pairs(&[("n", "2")])).expect("rules that run");
    let rows: Vec<String> = rules
        .parameters()
        .iter()
        .map(|p| format!("{} {} {} {} {}", p.name, p.takes, p.default, p.value, p.meaning))
        .collect();
    assert_eq!(
        rows,
        [
            "n an int from 1 to 9 7 2 stones",
            "deep a bool False False ",
            "name a string \"ann\" \"ann\" a name",
            "list a list [1, 2] [1, 2] some numbers",
            "pair a tuple (1, \"a\") (1, \"a\") ",
        ]
    );
}

#[test]
fn law_wrong_parameters_are_refused() {
    for (name, value, found, wanted) in [
        ("n", "x", "n = x (column 1: x instead of an int, ", "n = an int from 1 to 9"),
        ("n", "0", "n = 0", "n = an int from 1 to 9"),
        ("n", "10", "n = 10", "n = an int from 1 to 9"),
        ("n", "True", "n = True", "n = an int from 1 to 9"),
        ("deep", "1", "deep = 1", "deep = a bool"),
        ("list", "(1, 2)", "list = (1, 2)", "list = a list"),
        ("pair", "[1", "pair = [1 (column 3: the end instead of a comma or ])", "pair = a tuple"),
        (
            "m",
            "1",
            "a parameter named \"m\"",
            "one of\n  n = 7 (an int from 1 to 9): stones\n  deep = False (a bool)",
        ),
        ("lists", "1", "a parameter named \"lists\"", "list, perhaps: one of\n  n = 7"),
    ] {
        let error =
            Rules::parse("p.star", PARAMETERS, &pairs(&[(name, value)])).expect_err("refused");
        assert!(error.found.starts_with(found), "{error}");
        assert!(error.wanted.starts_with(wanted), "{error}");
    }
    let none = Rules::parse(
        "p.star",
        "def start(): return 0\ndef options(p): return []",
        &pairs(&[("n", "1")]),
    );
    assert_eq!(none.expect_err("refused").wanted, "none: the file declares no parameters");
    for (line, found) in [
        ("parameter('', 1)", "a parameter named \"\""),
        ("parameter('a b', 1)", "a parameter named \"a b\""),
        ("parameter('n', None)", "a default of None"),
        ("parameter('n', 0.5)", "the float 0.5"),
        ("parameter('n', {})", "a value of type dict"),
        ("parameter('n', 'x', least = 1)", "bounds of a parameter that is a string"),
        ("parameter('n', 0, least = 1)", "a default of 0"),
        ("parameter('n', 0, least = 'a')", "the string \"a\""),
        ("parameter('n', 0); parameter('n', 1)", "n declared again"),
    ] {
        let error = error(&format!("{line}\ndef start(): return 0\ndef options(p): return []\n"));
        assert!(error.found.starts_with(found), "{error}");
        assert_eq!(place(&error).0, 1);
    }
}

#[test]
fn law_files_that_cannot_be_read_are_refused() {
    let missing = Rules::read("no-such-file.star".as_ref(), &[]).expect_err("no file");
    assert!(missing.to_string().starts_with("no-such-file.star: it cannot be read: "), "{missing}");
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("bytes.star");
    std::fs::write(&path, b"x = 1\ny = '\xff'\n").expect("a file");
    let error = Loader::default().read(&path, &[]).expect_err("no text");
    assert_eq!((place(&error), &error.found[..]), ((2, 6), "a byte that is no UTF-8"));
    std::fs::write(&path, vec![b'#'; (1 << 20) + 1]).expect("a file");
    let error = Loader::default().read(&path, &[]).expect_err("a large file");
    assert_eq!(error.found, "a file of 1048577 bytes");
}

#[test]
fn law_errors_become_bad_input() {
    let bad = BadInput::from(error("x = 1\ny = x.a\n"));
    assert_eq!((bad.line, bad.column), (2, 5));
    assert!(
        bad.to_string()
            .starts_with("test.star:2:5: found Object of type `int` has no attribute `a`"),
        "{bad}"
    );
    let excerpt = bad.excerpt.as_ref().expect("an excerpt");
    assert_eq!(&excerpt.text[excerpt.span.clone()], "x.a");
}
