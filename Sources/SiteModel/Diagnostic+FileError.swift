public import Diagnostics
public import Files

extension Diagnostic {
    /// A diagnostic about a failed write, with its fix.
    public init(writing error: FileError) {
        self.init(code: "cannot-write", file: error.path, message: error.description, fix: error.advice)
    }
}
