/// The marks of rights and origin that an output carries, written anew: a packet of XMP, and two tags of EXIF.
struct RightsPacket: Sendable {
    private let rights: PictureRights
    /// The descriptions of the packet, which may stand beside those of others.
    let descriptions: String

    /// Nil where there is no mark.
    init?(_ rights: PictureRights?) {
        guard let rights, rights.hasMarks else { return nil }
        self.rights = rights
        descriptions = Self.descriptions(rights)
    }

    /// The whole packet.
    var xmp: [UInt8] { Self.packet(descriptions) }

    /// A packet of these descriptions.
    static func packet(_ descriptions: String) -> [UInt8] {
        Array(
            ("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"
                + #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">"#
                + descriptions + "</rdf:RDF></x:xmpmeta>" + #"<?xpacket end="r"?>"#).utf8)
    }

    /// The same as tags of EXIF: the names with semicolons between them, and the notice of rights.
    var exif: [EXIFTag] {
        func tag(_ number: Int, _ text: String) -> EXIFTag? {
            let value = text.utf8.filter { $0 > 0 }
            return value.isEmpty ? nil : EXIFTag(number, type: 2, count: value.count + 1, value: value + [0])
        }
        return [
            tag(EXIFTag.artist, rights.creators.joined(separator: "; ")), tag(EXIFTag.copyright, rights.rights ?? ""),
        ]
        .compactMap { $0 }
    }

    private static func descriptions(_ rights: PictureRights) -> String {
        var lines: [String] = []
        func property(_ name: String, _ value: String?) {
            if let value { lines.append("<\(name)>\(escaped(value))</\(name)>") }
        }
        if !rights.creators.isEmpty {
            let names = rights.creators.map { "<rdf:li>\(escaped($0))</rdf:li>" }.joined()
            lines.append("<dc:creator><rdf:Seq>\(names)</rdf:Seq></dc:creator>")
        }
        if let notice = rights.rights {
            lines.append(
                #"<dc:rights><rdf:Alt><rdf:li xml:lang="x-default">\#(escaped(notice))</rdf:li></rdf:Alt></dc:rights>"#)
        }
        property("photoshop:Credit", rights.credit)
        property("xmpRights:WebStatement", rights.webStatement)
        if !rights.licensors.isEmpty {
            let items = rights.licensors.map { licensor in
                let parts = [("plus:LicensorName", licensor.name), ("plus:LicensorURL", licensor.url)]
                let members = parts.compactMap { name, value in value.map { "<\(name)>\(escaped($0))</\(name)>" } }
                return "<rdf:li rdf:parseType=\"Resource\">\(members.joined())</rdf:li>"
            }
            lines.append("<plus:Licensor><rdf:Seq>\(items.joined())</rdf:Seq></plus:Licensor>")
        }
        property("plus:DataMining", rights.dataMining.map { "http://ns.useplus.org/ldf/vocab/\($0)" })
        if let constraints = rights.constraints {
            lines.append(
                "<plus:OtherConstraints><rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(constraints))</rdf:li></rdf:Alt>"
                    + "</plus:OtherConstraints>")
        }
        property("Iptc4xmpExt:DigitalSourceType", rights.sourceType.map(SourceType.address))
        let names = ["dc", "photoshop", "xmpRights", "plus", "Iptc4xmpExt"].filter { name in
            lines.contains { $0.hasPrefix("<\(name):") }
        }
        let spaces = names.map { " xmlns:\($0)=\"\(namespaces[$0] ?? "")\"" }.joined()
        return "<rdf:Description rdf:about=\"\"\(spaces)>\(lines.joined())</rdf:Description>"
    }

    private static let namespaces = [
        "dc": "http://purl.org/dc/elements/1.1/", "photoshop": "http://ns.adobe.com/photoshop/1.0/",
        "xmpRights": "http://ns.adobe.com/xap/1.0/rights/", "plus": "http://ns.useplus.org/ldf/xmp/1.0/",
        "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
    ]

    /// Text for XML 1.0: without the characters that it cannot hold.
    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case _ where scalar.value < 0x20: escaped.append(" ")
            case "\u{FFFE}", "\u{FFFF}": break
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

extension PictureRights {
    /// The file of a JPEG with the marks, whose picture stays as it is, and the metadata that does not fit into it.
    ///
    /// - Parameter file: A JPEG without EXIF and XMP.
    package func added(toJPEG file: [UInt8]) -> (file: [UInt8], leftOut: Recipe.Metadata) {
        var metadata = Encode.Metadata()
        metadata.packet = RightsPacket(self)
        let parts = metadata.withBlocks(sides: Size(width: 0, height: 0)).fitting(.jpeg)
        let exif = parts.exif.isEmpty ? nil : Array("Exif\0\0".utf8) + parts.exif
        let named = JPEGContainer.inserting(JPEGContainer.segment(0xE1, exif), into: file)
        return (JPEGContainer.adding(xmp: parts.xmp, to: named), parts.leftOut)
    }
}
