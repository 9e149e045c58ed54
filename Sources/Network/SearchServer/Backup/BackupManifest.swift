internal import Essentials
internal import SearchAPI

/// The list of what a backup holds, `manifest.json` beside its files.
package struct BackupManifest: Codable, Hashable, Sendable {
    /// A file of a backup.
    package struct File: Codable, Hashable, Sendable {
        package var role: BackupRole
        /// Its path from the folder of the backup.
        package var name: String
        /// In bytes.
        package var size: Int
        package var sha256: String
        /// Items, events, waiting insertions or places; nil for a picture.
        package var rows: Int?
        /// Answers on consents, among events.
        package var consents: Int?
        /// The last change of a catalog.
        package var revision: Int?
    }

    /// The form of this list.
    package var form = BackupManifest.newest
    /// The version of Magpie that has made the backup.
    package var version: String
    /// In UTC, such as 2026-11-30T22:45:00Z.
    package var time: String
    /// The absolute path of the store.
    package var store: String
    package var files: [File] = []

    static let newest = 1
    static let name = "manifest.json"
    /// A list of more bytes is not read.
    static let mostBytes = 64 << 20

    enum CodingKeys: String, CodingKey {
        case form = "magpie_backup"
        case version = "magpie"
        case time, store, files
    }

    package var roles: [BackupRole] { BackupRole.allCases.filter { role in files.contains { $0.role == role } } }
    package var bytes: Int { files.reduce(0) { $0 + $1.size } }

    init(version: String, time: String, store: String) {
        (self.version, self.time, self.store) = (version, time, store)
    }

    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self)) + Array("\n".utf8)
    }

    /// Reads a list, and refuses one that names other files than a backup has: it may come from elsewhere.
    ///
    /// - Parameter place: The folder of the backup, for errors.
    init(_ bytes: [UInt8], of place: String) throws(SearchError) {
        struct Form: Decodable {
            var form: Int
            var version: String?

            enum CodingKeys: String, CodingKey {
                case form = "magpie_backup"
                case version = "magpie"
            }
        }
        let data = Data(bytes)
        guard let form = try? JSONDecoder().decode(Form.self, from: data) else {
            throw .store(path: place, reason: "its \(Self.name) is not the list of a backup of Magpie")
        }
        guard form.form <= Self.newest else {
            throw .store(
                path: place,
                reason: "the backup was made by a newer version of Magpie (\(form.version ?? "unknown")); update Magpie"
            )
        }
        guard let found = try? JSONDecoder().decode(Self.self, from: data), form.form > 0 else {
            throw .damaged(path: place, detail: "its \(Self.name) lacks a part of what the list of a backup has")
        }
        self = found
        var names: Set<String> = []
        for file in files {
            let isOwn =
                file.role == .uploads
                ? file.name.hasPrefix("uploads/") && Uploads.isName(String(file.name.dropFirst("uploads/".count)))
                : file.name == file.role.name
            guard isOwn, names.insert(file.name).inserted, file.size >= 0 else {
                throw .store(
                    path: place,
                    reason:
                        "its \(Self.name) names the file '\(file.name)', which no backup has; nothing was read from it")
            }
        }
        guard !files.isEmpty else { throw .damaged(path: place, detail: "its \(Self.name) names no file") }
    }
}
