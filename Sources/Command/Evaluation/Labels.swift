import Essentials
package import ImageTypes

/// A file of labels that cannot be used, in words for its author.
package struct LabelError: Error, Hashable, Sendable {
    package let message: String

    package init(_ message: String) { self.message = message }
}

/// Names of files in tables of labels.
package enum Labels {
    /// The file that a table names, relative to the folder of the table.
    package static func file(_ name: String, besides table: String) -> String {
        guard let slash = table.lastIndex(of: "/") else { return "./" + name }
        return String(table[...slash]) + name
    }

    /// A file as an input; a leading ~ is no home folder.
    package static func picture(_ file: String) -> ImageInput {
        .file(URL(filePath: file.hasPrefix("~") ? "./" + file : file, directoryHint: .notDirectory))
    }
}
