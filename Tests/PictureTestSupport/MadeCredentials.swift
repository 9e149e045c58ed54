/// Content Credentials without a signature, box by box (C2PA 2.2).
public enum MadeCredentials {
    /// An item of CBOR.
    public indirect enum Item: Sendable {
        case text(String)
        case number(Int)
        case bytes([UInt8])
        case list([Item])
        case map([(String, Item)])
        /// A list and a text whose ends are marked.
        case openList([Item])
        case openText([String])
        case tagged(Item)

        public var coded: [UInt8] {
            switch self {
            case .text(let text): MadeCredentials.head(3, text.utf8.count) + Array(text.utf8)
            case .number(let number): MadeCredentials.head(0, number)
            case .bytes(let bytes): MadeCredentials.head(2, bytes.count) + bytes
            case .list(let items): MadeCredentials.head(4, items.count) + items.flatMap(\.coded)
            case .map(let members):
                MadeCredentials.head(5, members.count)
                    + members.flatMap { Item.text($0.0).coded + $0.1.coded }
            case .openList(let items): [0x9F] + items.flatMap(\.coded) + [0xFF]
            case .openText(let pieces): [0x7F] + pieces.flatMap { Item.text($0).coded } + [0xFF]
            case .tagged(let item): MadeCredentials.head(6, 32) + item.coded
            }
        }
    }

    private static func head(_ kind: UInt8, _ number: Int) -> [UInt8] {
        switch number {
        case ..<24: [kind << 5 | UInt8(number)]
        case ..<256: [kind << 5 | 24, UInt8(number)]
        case ..<65_536: [kind << 5 | 25] + FileBlocks.big(number, 2)
        default: [kind << 5 | 26] + FileBlocks.big(number, 4)
        }
    }

    /// The address of a digital source type.
    public static func address(_ type: String) -> String { "http://cv.iptc.org/newscodes/digitalsourcetype/\(type)" }

    /// The actions of a manifest, the first of which names a digital source type.
    public static func actions(_ type: String?) -> Item {
        var created: [(String, Item)] = [("action", .text("c2pa.created")), ("when", .number(1_700_000_000))]
        if let type { created.append(("digitalSourceType", .text(type))) }
        let parameters = Item.map([("digitalSourceType", .text("parameter")), ("pad", .bytes([1, 2, 3]))])
        let resized = Item.map([("parameters", parameters), ("action", .text("c2pa.resized"))])
        return .map([("digitalSourceType", .text("outside")), ("actions", .list([.map(created), resized]))])
    }

    /// A store with a manifest for each of these actions, the one of the file last.
    public static func store(_ manifests: Item..., label: String = "c2pa.actions.v2") -> [UInt8] {
        let boxes = manifests.map { actions in
            let hash = box("cbor", "c2pa.hash.data", [("cbor", Item.map([("alg", .text("sha256"))]).coded)])
            let assertion = box("cbor", label, [("cbor", actions.coded)])
            let list = box("c2as", "c2pa.assertions", [("", hash), ("", assertion)])
            return ("", box("c2ma", "urn:c2pa:made", [("", list), ("", box("c2cl", "c2pa.claim.v2", []))]))
        }
        return box("c2pa", "c2pa", boxes)
    }

    /// A box with its description; parts without a name are boxes already.
    private static func box(_ type: String, _ label: String, _ parts: [(String, [UInt8])]) -> [UInt8] {
        let id: [UInt8] = [0, 0x11, 0, 0x10, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        let description = Array(type.utf8) + id + [3] + Array(label.utf8) + [0]
        let content = parts.flatMap { $0.0.isEmpty ? $0.1 : plain($0.0, $0.1) }
        return plain("jumb", plain("jumd", description) + content)
    }

    private static func plain(_ name: String, _ content: [UInt8]) -> [UInt8] {
        FileBlocks.big(content.count + 8, 4) + Array(name.utf8) + content
    }
}

extension [UInt8] {
    /// A JPEG with a box of JUMBF, cut into segments of so many bytes.
    public func adding(jumbf store: [UInt8], cut: Int = 60_000) -> [UInt8] {
        let (head, content) = (store.prefix(8), Array(store.dropFirst(8)))
        let pieces = stride(from: 0, to: content.count, by: cut).map {
            content[$0..<Swift.min($0 + cut, content.count)]
        }
        var file = self
        for (index, piece) in pieces.enumerated().reversed() {
            let number = FileBlocks.big(0x0211, 2) + FileBlocks.big(index + 1, 4)
            file = file.adding(segment: 0xEB, "JP", number + head + piece)
        }
        return file
    }
}
