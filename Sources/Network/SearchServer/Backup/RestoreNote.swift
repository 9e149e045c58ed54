internal import Essentials
internal import SQLite
internal import SearchAPI

/// The note of a restore that has begun, beside the store. It has no path: names follow from its words and from the places
/// that the caller names, so that a note from elsewhere moves no other file.
struct RestoreNote: Codable {
    /// The backup and the parts that were wanted.
    private var code: String
    private var wanted: [BackupRole]?
    /// At the end of the names of the new files.
    private var token: String
    /// At the end of the names of the replaced files.
    private(set) var ending: String
    var replaced: [BackupRole] = []
    /// Parts that the backup lacks.
    var leaving: [BackupRole] = []
    /// The names of new pictures.
    var pictures: [String] = []

    init(of set: BackupSet, _ wanted: Set<BackupRole>?, ending: String) {
        code = set.code
        self.wanted = Self.sorted(wanted)
        token = String(UInt64.random(in: .min ... .max), radix: 36)
        self.ending = ending
    }

    /// Nil where none is there.
    init?(beside store: String) throws(SearchError) {
        let path = Self.path(beside: store)
        guard FileMark(path) != nil else { return nil }
        let file = try BackupFile.open(path) { .store(path: path, reason: "it is gone") }
        defer { close(file.descriptor) }
        guard let bytes = readAll(file.descriptor, limit: BackupManifest.mostBytes) else { throw .last(path) }
        guard let note = try? JSONDecoder().decode(Self.self, from: Data(bytes)), note.isSound
        else {
            throw .damaged(path: path, detail: "the note of a restore cannot be read; remove it, and restore again")
        }
        self = note
    }

    private var isSound: Bool {
        let isPlain = { (text: Substring) in text.utf8.allSatisfy { $0 == 0x2B || $0 == 0x2D || UInt8.isWord($0) } }
        return ending.hasPrefix(".before-") && isPlain(ending.dropFirst()) && isPlain(token[...]) && !token.isEmpty
            && pictures.allSatisfy(Uploads.isName) && !(replaced + leaving).contains(.uploads)
    }

    func isOf(_ set: BackupSet, _ wanted: Set<BackupRole>?) -> Bool {
        code == set.code && self.wanted == Self.sorted(wanted)
    }

    private static func sorted(_ roles: Set<BackupRole>?) -> [BackupRole]? {
        roles.map { roles in BackupRole.allCases.filter(roles.contains) }
    }

    /// The name of the new file for a place.
    func fresh(_ path: String) -> String { "\(path).incoming-\(token)" }

    static func path(beside store: String) -> String { Replacement.note(beside: store) }

    /// The name of a picture that is on its way, as servers call theirs.
    static func scratch(_ name: String, _ places: BackupPlaces) -> String { "\(places.uploads ?? "")/.\(name).part" }

    func write(beside store: String) throws(SearchError) {
        let path = Self.path(beside: store)
        let unfinished = UnfinishedFile("partial", of: path)
        defer { unfinished.end() }
        do {
            try BackupFile.write(Array(try JSONEncoder().encode(self)), to: unfinished.path)
            try DurableFile.rename(unfinished.path, to: path)
        } catch let error as SearchError { throw error } catch { throw .file(path, error) }
    }

    func remove(beside store: String) throws {
        let path = Self.path(beside: store)
        // Safe: the path ends with NUL.
        guard unsafe unlink(path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        try DurableFile.synchronize(folder)
    }
}

extension UInt8 {
    fileprivate static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
