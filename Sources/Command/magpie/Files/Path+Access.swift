import Essentials

extension Path {
    /// Warns where other users of this machine can read a file of secrets, and refuses one that they can change.
    func checkAccess(holding secrets: String) throws {
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: text).resolvingSymlinksInPath().path(percentEncoded: false))
        let mode = attributes?.number(.posixPermissions) ?? 0
        let remedy = "chmod 600 \(text.printable)"
        if mode & 0o002 != 0 {
            throw SetupError("every user of this machine can change \(secrets) in \(self); run: \(remedy)")
        }
        if mode & 0o004 != 0 {
            note("magpie: every user of this machine can read \(secrets) in \(self); run: \(remedy)\n")
        }
    }
}
