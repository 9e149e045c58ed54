internal import Essentials

/// The address of a catalog in Milvus: `milvus://HOST[:PORT]/COLLECTION`, with settings behind a question mark.
///
/// | setting | default |
/// | --- | --- |
/// | `admin=PORT`, the port of the server's own HTTP interface | 9091 |
/// | `index=hnsw` or `index=flat`, for a new collection; `flat` compares every item and is exact | `hnsw` |
/// | `tls=yes`, for a server that speaks HTTPS | `no` |
/// | `wait=SECONDS`, 1…600, for a server that does not answer | 15 |
public struct MilvusAddress: Hashable, Sendable {
    /// The index of the vectors of a new collection.
    public enum Index: String, Hashable, Sendable, CaseIterable {
        /// A graph: fast, finds nearly all of the nearest.
        case hnsw
        /// A scan: exact.
        case flat
    }

    /// The beginning of every address.
    public static let scheme = "milvus://"

    /// The name or address of the server.
    public private(set) var host: String
    /// The port of rows. Default 19530.
    public private(set) var port = 19530
    /// The port of collections, searches and counts of Milvus 2.3. Default 9091. It knows no token: keep it from others.
    public private(set) var adminPort = 9091
    /// The name of the collection: letters, digits and underscores.
    public private(set) var collection: String
    /// The index of a new collection. Default `hnsw`.
    public private(set) var index = Index.hnsw
    /// Speaks HTTPS. Default false.
    public private(set) var isEncrypted = false
    /// The seconds after which a call to a server that does not answer fails. Default 15.
    public private(set) var patience = 15.0

    /// Reads an address.
    ///
    /// - Throws: `invalidArgument` with the part that is wrong.
    public init(_ text: String) throws(SearchError) {
        func refusal(_ reason: String) -> SearchError {
            .invalidArgument("'\(text)' is no address of a catalog: \(reason); write milvus://HOST:PORT/COLLECTION")
        }
        guard text.hasPrefix(Self.scheme), let parts = URLComponents(string: text) else {
            throw refusal("it cannot be read")
        }
        guard let host = parts.host, !host.isEmpty else { throw refusal("the host is missing") }
        guard parts.user == nil, parts.password == nil else {
            throw refusal("a token comes from the environment variable MAGPIE_MILVUS_TOKEN")
        }
        self.host = host
        if let port = parts.port {
            guard (1...65535).contains(port) else { throw refusal("the port \(port) is not from 1 to 65535") }
            self.port = port
        }
        collection = String(parts.path.dropFirst())
        let isName = collection.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
        }
        guard isName, (1...200).contains(collection.utf8.count), !(collection.utf8.first.map { $0 < 0x41 } ?? true)
        else {
            throw refusal("a collection has letters, digits and underscores, and begins with no digit")
        }
        for item in parts.queryItems ?? [] {
            let value = item.value ?? ""
            switch item.name {
            case "admin":
                guard let port = Int(value), (1...65535).contains(port) else {
                    throw refusal("admin must be a port, not '\(value)'")
                }
                adminPort = port
            case "index":
                guard let index = Index(rawValue: value) else {
                    throw refusal("index must be hnsw or flat, not '\(value)'")
                }
                self.index = index
            case "tls":
                guard value == "yes" || value == "no" else { throw refusal("tls must be yes or no, not '\(value)'") }
                isEncrypted = value == "yes"
            case "wait":
                guard let seconds = Double(value), (1...600).contains(seconds) else {
                    throw refusal("wait must be 1 to 600 seconds, not '\(value)'")
                }
                patience = seconds
            default: throw refusal("there is no setting '\(item.name)'")
            }
        }
    }

    /// The address without its settings, as messages show it.
    public var name: String { "\(Self.scheme)\(host):\(port)/\(collection)" }

    /// The name of the collection that holds what is said of all items.
    var metaCollection: String { "\(collection)_meta" }

    /// The name of the collection with the vectors of pictures beside the first ones.
    var pictureCollection: String { "\(collection)_pictures" }
}
