import Testing

@testable import Imaging

/// The further contents of a HEIC or AVIF file: a file with more than one picture is never given up for one that looks
/// like it.
@Suite("The other pictures of a HEIC or AVIF file")
struct OtherPicturesTests {
    /// An item, with the kind of its auxiliary picture.
    struct Part: Sendable {
        var number: Int
        var type = "hvc1"
        var auxiliary: String?
    }

    /// A reference of one item to others.
    struct Link: Sendable {
        var kind: String
        var from: Int
        var to: [Int]
    }

    private static let alpha = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0"
    private static let depth = "urn:mpeg:hevc:2015:auxid:2\0"

    /// A file whose primary item is number 1.
    private func file(
        _ parts: [Part], _ links: [Link], width: Int = 2, brand: String = "heic", primary: Bool = true,
        film: Bool = false
    ) -> [UInt8] {
        let names = parts.map { part in
            Made.fullBox("infe", version: width == 2 ? 2 : 3, big(part.number, width), big(0, 2), ascii(part.type))
        }
        let auxiliaries = parts.compactMap(\.auxiliary)
        let entries = parts.map { part in
            let properties = [1] + (part.auxiliary.flatMap(auxiliaries.firstIndex).map { [$0 + 2] } ?? [])
            return big(part.number, width) + [UInt8(properties.count)] + properties.map { UInt8($0) }
        }
        let properties = [Made.size(64, 64)] + auxiliaries.map { Made.fullBox("auxC", ascii($0)) }
        let references = links.map { link in
            Made.box(link.kind, big(link.from, width), big(link.to.count, 2), join(link.to.map { big($0, width) }))
        }
        let version: UInt8 = width == 2 ? 0 : 1
        var items = primary ? Made.fullBox("pitm", version: version, big(1, width)) : []
        items += Made.fullBox("iinf", big(names.count, 2), join(names))
        items += Made.box(
            "iprp", Made.box("ipco", join(properties)),
            Made.fullBox("ipma", version: version, big(entries.count, 4), join(entries)))
        if !references.isEmpty { items += Made.fullBox("iref", version: version, join(references)) }
        return Made.box("ftyp", ascii(brand), big(0, 4), ascii("mif1")) + Made.fullBox("meta", items)
            + (film ? Made.box("moov", [0, 0, 0, 0]) : [])
    }

    private func hasMore(_ bytes: [UInt8]) throws -> Bool { try inspect(bytes).hasMore(in: bytes) }

    @Test(
        "tiles of the picture, its small picture and its transparency, tiled as well, are parts of the one picture",
        arguments: [2, 4], ["heic", "avif"])
    func parts(width: Int, brand: String) throws {
        for (parts, links) in [
            ([Part(number: 1)], []),
            (
                [Part(number: 1, type: "grid")] + (2...5).map { Part(number: $0) },
                [Link(kind: "dimg", from: 1, to: [2, 3, 4, 5])]
            ),
            // A grid of overlays of pictures.
            (
                [Part(number: 1, type: "grid"), Part(number: 2, type: "iovl"), Part(number: 3)],
                [Link(kind: "dimg", from: 2, to: [3]), Link(kind: "dimg", from: 1, to: [2])]
            ),
            ([Part(number: 1), Part(number: 2)], [Link(kind: "thmb", from: 2, to: [1])]),
            (
                [Part(number: 1), Part(number: 2, type: "grid"), Part(number: 3)],
                [Link(kind: "thmb", from: 2, to: [1]), Link(kind: "dimg", from: 2, to: [3])]
            ),
            ([Part(number: 1), Part(number: 2, auxiliary: Self.alpha)], [Link(kind: "auxl", from: 2, to: [1])]),
            // An item that is no picture, such as EXIF.
            ([Part(number: 1), Part(number: 2, type: "Exif")], []),
        ] as [([Part], [Link])] {
            #expect(try !hasMore(file(parts, links, width: width, brand: brand)), "\(parts) \(links)")
        }
    }

    @Test(
        "a second picture, a map of depth or of brightness and a film are more than the picture", arguments: [2, 4],
        ["heic", "avif"])
    func more(width: Int, brand: String) throws {
        let two = [Part(number: 1), Part(number: 2)]
        for (parts, links) in [
            (two, []), ([Part(number: 1), Part(number: 300)], []),
            ([Part(number: 1), Part(number: 2, auxiliary: Self.depth)], [Link(kind: "auxl", from: 2, to: [1])]),
            ([Part(number: 1), Part(number: 2, type: "tmap")], []),
            // The small picture of another picture, and the parts of another one.
            (two + [Part(number: 3)], [Link(kind: "thmb", from: 3, to: [2])]),
            (two + [Part(number: 3, type: "grid")], [Link(kind: "dimg", from: 3, to: [2])]),
            (two, [Link(kind: "cdsc", from: 2, to: [1])]),
        ] as [([Part], [Link])] {
            #expect(try hasMore(file(parts, links, width: width, brand: brand)), "\(parts) \(links)")
        }
        #expect(try hasMore(file([Part(number: 1)], [], width: width, brand: brand, film: true)))
    }

    @Test("a file whose items cannot be told is taken to have more")
    func doubt() throws {
        let whole = file([Part(number: 1)], [])
        let header = try inspect(whole)
        #expect(!header.hasMore(in: whole))
        #expect(header.hasMore(in: file([Part(number: 1)], [], primary: false)))
        #expect(header.hasMore(in: Array(whole.prefix(24))))
        // Lists that are cut off name nothing, and end.
        for length in 24..<whole.count { _ = header.hasMore(in: Array(whole.prefix(length))) }
    }
}
