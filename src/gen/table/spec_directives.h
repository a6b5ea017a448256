/* spec_directives.h - every line that a spec file can have:
 * DIRECTIVE(id, name, least, form, meaning), in the order of --help-spec.  A
 * line has at least `least` words.  The lines are applied in this order, and
 * equal ones in the order of the file: `inside` needs the lock of `pair`. */
DIRECTIVE(wrap, "wrap", 1, "C TEXT", "defines a function of your own")
DIRECTIVE(handle, "handle", 1, "TYPE",
          "the threads of a test share an object of this type")
DIRECTIVE(ignore, "ignore", 1, "F...",
          "is never called, unless another line says what it is")
DIRECTIVE(value, "value", 2, "F.PARAMETER VALUES",
          "what to pass: C expressions, or a range as 1..4")
DIRECTIVE(null, "null", 1, "F.PARAMETER", "null may be passed as well")
DIRECTIVE(made_by, "made-by", 1, "F", "makes an object; no other function does")
DIRECTIVE(ended_by, "ended-by", 1, "F",
          "ends an object; can follow 'made-by F' on its line")
DIRECTIVE(retained_by, "retained-by", 1, "F", "takes a reference to an object")
DIRECTIVE(init, "init", 1, "F", "is called once, when the test begins")
DIRECTIVE(pair, "pair", 2, "F G",
          "a thread that calls F calls G before it ends")
DIRECTIVE(method, "method", 1, "F...", "a function like any other")
DIRECTIVE(inside, "inside", 2, "F: G...",
          "G is called only between the two of F's pair")
DIRECTIVE(alone, "alone", 1, "F...",
          "not thread-safe: called only before threads start")
DIRECTIVE(alone_with, "alone-with", 2, "F: G...",
          "F may run beside others, but not beside G")
DIRECTIVE(one_thread, "one-thread", 1, "F...",
          "at most one thread of a test calls it")
DIRECTIVE(owns, "owns", 1, "F.PARAMETER", "F keeps or frees what it gets there")
DIRECTIVE(blocks, "blocks", 1, "F...", "may wait for a call of another thread")
DIRECTIVE(weak, "weak", 1, "F... [+-N]",
          "its result is a hint: not compared (or within N)")
DIRECTIVE(fresh, "fresh", 1, "F...",
          "returns a new object: compared by what it holds")
DIRECTIVE(invariant, "invariant", 1, "F",
          "int F(TYPE *): called at the end, 0 if all is well")
