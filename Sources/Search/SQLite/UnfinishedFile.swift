internal import Essentials

/// A name under which a file is made before it gets its own, `FILE.partial-…` for example.
///
/// Whoever makes the file next removes what an attempt has left that was cut off, unless another attempt is at work.
package final class UnfinishedFile {
    /// The name for this attempt. Another one may run at this time, on another machine with the same process id.
    package let path: String
    private let work: SoleWork?

    /// - Parameters:
    ///   - word: The word for what is being done, without a dot and a dash.
    ///   - target: The name that the file is going to have.
    package init(_ word: String, of target: String) {
        path = "\(target).\(word)-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        // Without a lock nothing is removed; the reason shows when the file is made.
        work = try? SoleWork("making", on: target)
        if work != nil { UnfinishedFile.removeAll(word, of: target) }
    }

    deinit { end() }

    /// Removes the file, where it still has this name, and its logs.
    package func end() {
        for end in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + end) }
        work?.end()
    }

    /// Removes what attempts to make a file have left.
    package static func removeAll(_ word: String, of target: String) {
        let file = URL(filePath: target)
        let folder = file.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        for name in names where name.hasPrefix("\(file.lastPathComponent).\(word)-") {
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }
}
