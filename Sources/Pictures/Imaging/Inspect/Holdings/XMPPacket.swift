/// The properties of an XMP packet (ISO 16684-1): each value with the path of names to it, such as `dc:subject`,
/// whatever prefixes and notation the writer has chosen. A reader of the few forms of XML that RDF needs.
struct XMPPacket {
    struct Property {
        /// Names with the prefixes of ``prefixes``, or their whole namespace; `#2` is the second structure of a list.
        let path: String
        let value: String
    }

    private(set) var properties: [Property] = []

    private struct Element {
        /// Nil for elements that only hold others.
        let name: String?
        let tag: String
        let outer: [String: String]
        var text: [UInt8] = []
        var children = 0
        var elements = 0
    }

    private var stack: [Element] = []
    private var namespaces: [String: String] = [:]
    private var position = 0

    private var elements = 0

    private static let most = (properties: 8192, elements: 65_536)
    private static let deepest = 48

    static let prefixes = [
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf", "adobe:ns:meta/": "x",
        "http://purl.org/dc/elements/1.1/": "dc", "http://ns.adobe.com/xap/1.0/": "xmp",
        "http://ns.adobe.com/xap/1.0/mm/": "xmpMM", "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
        "http://ns.adobe.com/photoshop/1.0/": "photoshop", "http://ns.adobe.com/exif/1.0/": "exif",
        "http://ns.adobe.com/tiff/1.0/": "tiff", "http://cipa.jp/exif/1.0/": "exifEX",
        "http://ns.adobe.com/exif/1.0/aux/": "aux", "http://ns.adobe.com/xmp/note/": "xmpNote",
        "http://ns.microsoft.com/photo/1.0/": "MicrosoftPhoto", "http://ns.microsoft.com/photo/1.0": "MicrosoftPhoto",
        "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt",
        // With a date that some programs write by mistake.
        "http://iptc.org/std/Iptc4xmpExt/2008-02-19/": "Iptc4xmpExt",
        "http://ns.useplus.org/ldf/xmp/1.0/": "plus",
        "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
        "http://ns.microsoft.com/photo/1.2/": "MP", "http://ns.microsoft.com/photo/1.2/t/RegionInfo#": "MPRI",
        "http://ns.microsoft.com/photo/1.2/t/Region#": "MPReg",
        "http://ns.google.com/photos/1.0/depthmap/": "GDepth", "http://ns.google.com/photos/1.0/image/": "GImage",
        "http://ns.google.com/photos/1.0/audio/": "GAudio",
    ]

    /// Nil where the bytes are no whole packet.
    init?(_ bytes: [UInt8]) {
        namespaces["xml"] = "xml"
        let bytes = bytes.span
        var isEmpty = true
        while let start = bytes.firstIndex(of: 0x3C, from: position) {
            if var element = stack.popLast() {
                element.text += bytes.copy(position..<start)
                stack.append(element)
            }
            position = start + 1
            if bytes.holds("?", at: position) {
                guard skip(past: "?>", in: bytes) else { return nil }
            } else if bytes.holds("!--", at: position) {
                guard skip(past: "-->", in: bytes) else { return nil }
            } else if bytes.holds("![CDATA[", at: position) {
                let content = position + 8
                guard skip(past: "]]>", in: bytes), !stack.isEmpty else { return nil }
                stack[stack.count - 1].text += bytes.copy(content..<position - 3)
            } else if bytes.holds("/", at: position) {
                guard close(in: bytes) else { return nil }
            } else {
                guard open(in: bytes) else { return nil }
                isEmpty = false
            }
            guard properties.count <= Self.most.properties, elements <= Self.most.elements else { return nil }
        }
        guard stack.isEmpty, !isEmpty, !bytes.hasContent(from: position) else { return nil }
    }

    private mutating func skip(past end: String, in bytes: Span<UInt8>) -> Bool {
        let last = end.utf8.last ?? 0
        var from = position
        while let found = bytes.firstIndex(of: last, from: from) {
            if bytes.holds(end, at: found + 1 - end.utf8.count), found + 1 - end.utf8.count >= position {
                position = found + 1
                return true
            }
            from = found + 1
        }
        return false
    }

    /// A start tag with its attributes.
    private mutating func open(in bytes: Span<UInt8>) -> Bool {
        guard let tag = name(in: bytes), stack.count < Self.deepest else { return false }
        var attributes: [(name: String, value: String)] = []
        var isClosed = false
        while true {
            skipSpaces(in: bytes)
            guard let byte = bytes.byte(at: position) else { return false }
            if byte == 0x3E { break }
            if byte == 0x2F {
                isClosed = true
                position += 1
                continue
            }
            guard let key = name(in: bytes) else { return false }
            skipSpaces(in: bytes)
            guard bytes.byte(at: position) == 0x3D else { return false }
            position += 1
            skipSpaces(in: bytes)
            guard let quote = bytes.byte(at: position), quote == 0x22 || quote == 0x27,
                let end = bytes.firstIndex(of: UInt8(quote), from: position + 1)
            else { return false }
            attributes.append((key, Self.text(bytes.copy(position + 1..<end))))
            position = end + 1
            guard attributes.count <= 1024 else { return false }
        }
        position += 1
        elements += 1
        add(tag, attributes)
        return !isClosed || end(tag)
    }

    private mutating func add(_ tag: String, _ attributes: [(name: String, value: String)]) {
        let outer = namespaces
        for (key, value) in attributes where key == "xmlns" || key.hasPrefix("xmlns:") {
            namespaces[String(key.dropFirst(key == "xmlns" ? 5 : 6))] = Self.prefixes[value] ?? value
        }
        if !stack.isEmpty { stack[stack.count - 1].children += 1 }
        var name: String? = qualified(tag)
        switch name {
        case "rdf:RDF", "rdf:Description", "rdf:Bag", "rdf:Seq", "rdf:Alt", "rdf:value", "x:xmpmeta", "x:xapmeta":
            name = nil
        case "rdf:li":
            // The place in a list counts for structures only.
            let list = stack.count - 1
            if list >= 0 { stack[list].elements += 1 }
            name = "#\(list >= 0 ? stack[list].elements : 0)"
        default: break
        }
        if let language = attributes.first(where: { $0.name == "xml:lang" })?.value, language != "x-default" {
            name = "\(name ?? "")@\(language)"
        }
        stack.append(Element(name: name, tag: tag, outer: outer))
        for (key, value) in attributes where key != "xmlns" && !key.hasPrefix("xmlns:") {
            let name = qualified(key)
            switch name {
            case "rdf:about", "rdf:ID", "rdf:nodeID", "rdf:parseType", "rdf:datatype", "xml:lang", "about": break
            case "rdf:resource", "rdf:value": emit(value, below: nil)
            case _ where name.hasPrefix("x:"): break
            default: emit(value, below: name)
            }
        }
    }

    private mutating func close(in bytes: Span<UInt8>) -> Bool {
        position += 1
        guard let tag = name(in: bytes) else { return false }
        skipSpaces(in: bytes)
        guard bytes.byte(at: position) == 0x3E else { return false }
        position += 1
        return end(tag)
    }

    private mutating func end(_ tag: String) -> Bool {
        guard let element = stack.last, element.tag == tag else { return false }
        // Text between elements is no value, but somebody may have hidden it there.
        emit(Self.text(element.text), below: nil)
        namespaces = element.outer
        stack.removeLast()
        return true
    }

    private mutating func emit(_ text: String, below name: String?) {
        let value = text.normalized
        guard !value.isEmpty else { return }
        var path = stack.compactMap(\.name) + (name.map { [$0] } ?? [])
        if let last = path.last, last.hasPrefix("#") {
            path.removeLast()
            // A language of an alternative stays in the path.
            if let language = last.firstIndex(of: "@") { path.append(String(last[language...])) }
        }
        properties.append(Property(path: path.joined(separator: "/"), value: value))
    }

    private func qualified(_ name: String) -> String {
        guard let colon = name.firstIndex(of: ":") else { return namespaces[""].map { "\($0):\(name)" } ?? name }
        let prefix = String(name[..<colon])
        return "\(namespaces[prefix] ?? prefix):\(name[name.index(after: colon)...])"
    }

    private mutating func name(in bytes: Span<UInt8>) -> String? {
        let start = position
        while let byte = bytes.byte(at: position), byte > 0x20, ![0x2F, 0x3D, 0x3E, 0x3C, 0x22, 0x27].contains(byte) {
            position += 1
        }
        return position > start && position - start < 512 ? bytes.text(start..<position) : nil
    }

    private mutating func skipSpaces(in bytes: Span<UInt8>) {
        while let byte = bytes.byte(at: position), byte <= 0x20 { position += 1 }
    }

    /// Text with its entities resolved.
    private static func text(_ bytes: [UInt8]) -> String {
        let text = String(anyBytes: bytes)
        guard text.utf8.contains(0x26) else { return text }
        var parts = text.split(separator: "&", omittingEmptySubsequences: false)
        var resolved = String(parts.removeFirst())
        for part in parts {
            guard let end = part.firstIndex(of: ";"), let character = character(of: part[..<end]) else {
                resolved += "&" + part
                continue
            }
            resolved.unicodeScalars.append(character)
            resolved += part[part.index(after: end)...]
        }
        return resolved
    }

    private static func character(of entity: Substring) -> Unicode.Scalar? {
        switch entity {
        case "amp": "&"
        case "lt": "<"
        case "gt": ">"
        case "quot": "\""
        case "apos": "'"
        case _ where entity.hasPrefix("#x"): UInt32(entity.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        case _ where entity.hasPrefix("#"): UInt32(entity.dropFirst()).flatMap(Unicode.Scalar.init)
        default: nil
        }
    }
}
