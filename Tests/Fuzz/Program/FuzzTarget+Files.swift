import Foundation
import ImageTypes
import SearchAPI
import VisualSearch

#if DEBUG || FUZZING
    @testable import Models
#endif

extension FuzzTarget {
    /// Files that were made elsewhere: a store, and the graph of a model.
    static let files = [store] + models

    /// A sound store whose bytes are changed: each four bytes of the input are a place, of three bytes, and its new value.
    private static let store = FuzzTarget(
        "store",
        seeds: { [[], [0, 0, 0, 0x53]] },
        read: { input in
            guard let sound = try? soundStore.get() else { preconditionFailure("no sound store could be made") }
            var bytes = sound
            for start in stride(from: 0, to: input.count - 3, by: 4) {
                let place = Int(input[start]) | Int(input[start + 1]) << 8 | Int(input[start + 2]) << 16
                bytes[place % bytes.count] = input[start + 3]
            }
            let path = folder + "/changed.magpie"
            for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
            guard (try? Data(bytes).write(to: URL(filePath: path))) != nil,
                let opened = try? CatalogStore(path: path, mode: .readOnly)
            else { return false }
            let found = try? opened.check()
            // A file that passes all checks has all its items.
            guard found == [] else { return false }
            let count = try? opened.read { snapshot throws(SearchError) in
                var count = 0
                for number in 0..<itemCount where try snapshot.item("item \(number)") != nil { count += 1 }
                return count
            }
            precondition(count == itemCount, "a store that is said to be sound lacks items")
            return true
        })

    private static let itemCount = 12

    private static let soundStore = Result { () throws(SearchError) in
        let path = folder + "/sound.magpie"
        try? FileManager.default.removeItem(atPath: path)
        do {
            let describer = DescriberIdentity(name: "fuzz", dimensions: 16, colors: 8)
            let store = try CatalogStore(path: path, describer: describer, mode: .create)
            let items = (0..<itemCount).map { number in
                StoredItem(
                    Item(
                        id: "item \(number)", source: "/photos/\(number).jpg",
                        attributes: ["price": .int(number), "title": .text("a bag of kind \(number)")]),
                    picture: StoredPicture(
                        vector: (0..<16).map { Int8(truncatingIfNeeded: number &* 31 &+ $0 &* 7) },
                        colors: (0..<8).map { UInt8(truncatingIfNeeded: number &+ $0) },
                        thumbnail: [UInt8](repeating: UInt8(number), count: 300)),
                    fingerprint: Fingerprint(size: number, modified: number, hash: [UInt8(number)]))
            }
            for problem in try store.upsert(items) {
                if let problem { throw problem }
            }
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw .store(path: path, reason: "unread") }
        return [UInt8](data)
    }

    /// Of this process, in memory where the system has such a place.
    private static let folder: String = {
        let root =
            FileManager.default.fileExists(atPath: "/dev/shm")
            ? "/dev/shm" : FileManager.default.temporaryDirectory.path
        let path = "\(root)/magpie-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: FuzzTarget.folder) }
        return path
    }()

    private static var models: [FuzzTarget] {
        #if DEBUG || FUZZING
            [
                // The messages of a graph with one initializer whose data is in another file.
                FuzzTarget(
                    "graph",
                    seeds: {
                        let entry = message(1, Array("location".utf8)) + message(2, Array("weights.bin".utf8))
                        return [[8, 7] + message(7, message(5, message(13, entry) + [0x70, 1])), message(7, [])]
                    },
                    read: { bytes in
                        guard let names = try? ModelScan.locations(in: ByteWindow(bytes)) else { return false }
                        precondition(names.allSatisfy { $0.utf8.count <= bytes.count })
                        return true
                    })
            ]
        #else
            []
        #endif
    }

    /// A field of Protocol Buffers with bytes, fewer than 128.
    private static func message(_ field: UInt8, _ bytes: [UInt8]) -> [UInt8] {
        (field < 16 ? [field << 3 | 2] : [field << 3 & 0x7F | 0x82, field >> 4]) + [UInt8(bytes.count)] + bytes
    }
}
