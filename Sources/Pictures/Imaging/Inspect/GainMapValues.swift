/// The values of a gain map in XMP of Adobe's namespace `hdr-gain-map` (Ultra HDR image format 1.1, "Gain map metadata").
///
/// They are read and written anew: a packet may hold anything beside them, such as the place of a photo, that must not
/// leave the machine with an output.
struct GainMapValues {
    /// Each with one text for all channels, or with three.
    private var values: [(name: String, texts: [String])] = []

    private static let numbers = [
        "GainMapMin", "GainMapMax", "Gamma", "OffsetSDR", "OffsetHDR", "HDRCapacityMin", "HDRCapacityMax",
    ]
    private static let flag = "BaseRenditionIsHDR"

    /// Nil where the packet lacks the largest gain, which has no default, or has a value that is no number.
    init?(_ packet: String) {
        for name in Self.numbers + [Self.flag] {
            guard let texts = Self.texts(of: "hdrgm:\(name)", in: packet) else { continue }
            let isValid =
                name == Self.flag
                ? texts.allSatisfy { ["True", "False"].contains($0) }
                : texts.allSatisfy(Self.isNumber)
            guard isValid, texts.count == 1 || texts.count == 3 else { return nil }
            values.append((name, texts))
        }
        guard values.contains(where: { $0.name == "GainMapMax" }) else { return nil }
    }

    /// The segment of these values alone, without marker and length.
    var packet: [UInt8] {
        let single = values.filter { $0.texts.count == 1 }.map { " hdrgm:\($0.name)=\"\($0.texts[0])\"" }
        let triple = values.filter { $0.texts.count == 3 }.map { name, texts in
            let items = texts.map { "<rdf:li>\($0)</rdf:li>" }.joined()
            return "<hdrgm:\(name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(name)>"
        }
        let text =
            #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#
            + #"<rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0""#
            + single.joined() + ">" + triple.joined() + "</rdf:Description></rdf:RDF></x:xmpmeta>"
        return Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(text.utf8)
    }

    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) } && Double(text)?.isFinite == true
    }

    /// The value of an attribute, or the items of an element; nil where there is neither.
    private static func texts(of name: String, in packet: String) -> [String]? {
        var rest = packet[...]
        while let place = rest.firstRange(of: name) {
            rest = rest[place.upperBound...]
            let value = rest.drop(while: \.isWhitespace)
            if value.first == "=" {
                let quoted = value.dropFirst().drop(while: \.isWhitespace)
                guard let quote = quoted.first, quote == "\"" || quote == "'" else { return [] }
                return [String(quoted.dropFirst().prefix { $0 != quote })]
            }
            // A longer name, or the end of an element, is no value.
            guard value.first == ">", let end = value.firstRange(of: "</\(name)") else { continue }
            let content = value[..<end.lowerBound].dropFirst()
            let items = content.split(separator: "<rdf:li>", omittingEmptySubsequences: false)
                .dropFirst().map { $0.prefix { $0 != "<" } }
            return (items.isEmpty ? [content] : items).map {
                $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
        }
        return nil
    }
}
