//! The rulesets that come with perfectplay: rules, files, contest formats, solvers.
