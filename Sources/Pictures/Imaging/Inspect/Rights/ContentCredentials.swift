/// Content Credentials (C2PA 2.2, in boxes of JUMBF, ISO 19566-5), as far as they tell of the origin of a picture. Their
/// signatures and hashes are not checked.
struct ContentCredentials: Equatable {
    /// The digital source type of the newest manifest whose actions name one.
    let sourceType: String?

    /// Nil where the boxes are not those of C2PA.
    init?(_ bytes: Span<UInt8>) {
        let stores = Box.all(in: 0..<bytes.count, of: bytes).filter { $0.isOf("c2pa", in: bytes) }
        if stores.isEmpty { return nil }
        // The last manifest is that of the file, and the ones before it are those of what it was made from.
        for manifest in stores.reversed().flatMap({ Box.all(in: $0.content, of: bytes).reversed() }) {
            var types: [String] = []
            for list in Box.all(in: manifest.content, of: bytes) where list.isNamed("c2pa.assertions", in: bytes) {
                for assertion in Box.all(in: list.content, of: bytes) where assertion.isNamed("c2pa.actions", in: bytes)
                {
                    guard let data = ISOBoxes(in: assertion.content, of: bytes).first("cbor", of: bytes) else {
                        continue
                    }
                    let texts = CBORTexts.texts(at: ["actions", "digitalSourceType"], in: bytes.extracting(data))
                    types += texts.compactMap(SourceType.name)
                }
            }
            if let type = SourceType.first(types) {
                sourceType = type
                return
            }
        }
        sourceType = nil
    }

    /// A box that holds others (`jumb`), of which the first describes it (`jumd`).
    private struct Box {
        /// The boxes behind the description.
        let content: Range<Int>
        private let description: Range<Int>

        /// The boxes of a part, at most 1,024.
        static func all(in range: Range<Int>, of bytes: Span<UInt8>) -> [Box] {
            ISOBoxes(in: range, of: bytes).boxes.compactMap { box in
                guard box.isNamed("jumb", in: bytes),
                    let first = ISOBoxes(in: box.content, most: 1, of: bytes).boxes.first,
                    first.isNamed("jumd", in: bytes)
                else { return nil }
                return Box(content: first.content.upperBound..<box.content.upperBound, description: first.content)
            }
        }

        /// The first four letters of its type.
        func isOf(_ type: String, in bytes: Span<UInt8>) -> Bool { bytes.holds(type, at: description.lowerBound) }

        /// The beginning of its label, which follows a type of 16 bytes and the flags.
        func isNamed(_ label: String, in bytes: Span<UInt8>) -> Bool {
            bytes.extracting(description).holds(label, at: 17)
        }
    }
}
