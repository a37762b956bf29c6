// A diagnostic is a problem, so a file that imports diagnostics sees the members of both.
@_exported public import Problems
