import Essentials
import SearchAPI
import SearchServer

/// The pictures that clients have sent to servers that share a folder: each is whole or absent.
///
/// A picture that a client can send again need not outlive a failure of the power; a part of one must never be found.
final class SentPictures {
    private static let capacity = 8
    private let folder: Folder
    private var sent: [String: [UInt8]] = [:]
    /// Those whose server was cut off, or has said that it could not share them: no client knows their names.
    private var unacknowledged: Set<[UInt8]> = []

    init(_ folder: Folder) { self.folder = folder }

    /// True for the name of a picture; one that is not finished has another name.
    static func isPicture(_ name: String) -> Bool { name.hasSuffix(".jpg") }

    /// A server that has just started gets a picture.
    func add(_ bytes: [UInt8]) throws(SearchError) {
        unacknowledged.insert(bytes)
        let failure = Locked<String?>(nil)
        do throws(SearchError) {
            let uploads = try Uploads(.init(count: Self.capacity), folder: folder.root) { note in
                failure.withLock { $0 = note }
            }
            let name = uploads.add(bytes)
            if failure.withLock({ $0 == nil }) {
                sent[name] = bytes
                unacknowledged.remove(bytes)
            }
        } catch {
            failure.withLock { $0 = "\(error)" }
        }
        guard let reason = failure.withLock({ $0 }) else { return }
        if reason.contains("No space left on device") { throw .diskFull(path: folder.root) }
        throw .store(path: folder.root, reason: reason)
    }

    /// Pictures of a backup are to be brought back; some of them may be there, and some may be gone meanwhile.
    func mayComeBack(_ pictures: [[UInt8]]) { unacknowledged.formUnion(pictures) }

    /// Compares the folder with what was sent. What is gone after a failure of the power was lost with it.
    func fault(isAfterCrash: Bool) -> String? {
        let present = folder.names().filter(Self.isPicture)
        for name in present {
            let found = FileManager.default.contents(atPath: folder.path(name)).map { Array($0) }
            if let sent = sent[name] {
                if found != sent { return "of \(sent.count) bytes of a picture \(found?.count ?? 0) are there" }
            } else if let found, unacknowledged.contains(found) {
                sent[name] = found
            } else {
                return "\(found?.count ?? 0) bytes are there that nobody sent"
            }
        }
        let gone = sent.keys.filter { !present.contains($0) }
        for name in gone { sent[name] = nil }
        // The oldest leave for new ones.
        return gone.isEmpty || isAfterCrash || present.count >= Self.capacity ? nil : "\(gone.count) pictures are gone"
    }
}
