package import Diagnostics
package import Files

extension Diagnostic {
    /// A diagnostic about a failed write, with its fix.
    package init(writing error: FileError) {
        self.init(code: "cannot-write", file: error.path, message: error.description, fix: error.advice)
    }

    /// A diagnostic about a file or a folder of a site that cannot be read, with its fix.
    init(reading error: FileError) {
        if error.isIrregular {
            self.init(
                code: "not-a-file", file: error.path, message: "this is not a regular file",
                fix: "Put a file in its place, or remove it.")
        } else {
            self.init(
                code: "unreadable", file: error.path,
                message: "this \(error.action == "list" ? "folder" : "file") cannot be read: \(error.reason)",
                fix: FileSystem.kind(of: error.path) == .folder && error.action != "list"
                    ? "This is a folder: put a file in its place." : "Check its permissions.")
        }
    }
}
