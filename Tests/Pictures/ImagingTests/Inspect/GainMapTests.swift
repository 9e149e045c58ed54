import Foundation
import TestSupport
import Testing

@testable import Imaging

@Suite("Gain maps beside a picture", .timeLimit(.minutes(5)))
struct GainMapTests {
    private static let adobe = #"<rdf xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"/>"#
    private static let apple = #"<rdf xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/"/>"#
    private static let iso = Made.segment(0xE2, ascii("urn:iso:std:iso:ts:21496:-1\0") + [0, 0, 0, 0])

    private func xmp(_ text: String) -> [UInt8] { Made.segment(0xE1, ascii("http://ns.adobe.com/xap/1.0/\0" + text)) }

    /// A picture of these segments with a list of pictures (MPF) whose entries have these offsets.
    private func listing(_ offsets: [Int], _ segments: [UInt8] = [], isLittle: Bool = false) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { isLittle ? little(value, 4) : big(value, 4) }
        let entries = offsets.map { number(0) + number(1000) + number($0) + number(0) }
        // The directory of two tags ends at byte 38.
        let index = Made.tiff(
            [.init(tag: 0xB001, type: 4, value: 0), .init(tag: 0xB002, type: 7, count: 16 * offsets.count, value: 38)],
            isLittle: isLittle, tail: join(entries))
        return Made.jpeg(Made.segment(0xE2, ascii("MPF\0") + index), segments, Made.frame())
    }

    /// A picture, and behind it another one, which its list names.
    private func pair(_ second: [UInt8], _ segments: [UInt8] = [], isLittle: Bool = false) -> [UInt8] {
        // The offset counts from the TIFF header: behind the first marker, that of the segment, its length and name.
        let offset = listing([0, 0], segments).count - 10
        return listing([0, offset], segments, isLittle: isLittle) + second
    }

    private func map(_ bytes: [UInt8]) throws -> GainMap? { try inspect(bytes).gainMap }

    @Test("a picture alone has none")
    func none() throws {
        #expect(try map(Made.jpeg(xmp("<rdf/>"), Made.frame())) == nil)
        #expect(try map(pair(Made.jpeg(xmp("<rdf/>"), Made.frame()))) == nil, "a second picture that is no map")
        #expect(try map(Made.heif([Made.size(40, 30)])) == nil)
        #expect(try map(Made.png()) == nil)
    }

    @Test("Ultra HDR is recognized by the XMP of the picture, as attribute and as element")
    func ultraHDR() throws {
        #expect(try map(Made.jpeg(xmp(Self.adobe), Made.frame())) == .ultraHDR)
        let element = Self.adobe.replacing(" hdrgm", with: "><hdrgm")
        #expect(try map(Made.jpeg(Made.frame(), xmp(element))) == .ultraHDR, "also behind the frame header")
    }

    @Test("ISO 21496-1 is recognized by its segment, and counts before the others")
    func iso21496() throws {
        #expect(try map(Made.jpeg(Self.iso, Made.frame())) == .iso21496)
        #expect(try map(Made.jpeg(xmp(Self.adobe), Self.iso, Made.frame())) == .iso21496)
        let second = Made.jpeg(xmp(Self.apple), Made.frame())
        #expect(try map(pair(second, Self.iso)) == .iso21496)
        #expect(try map(pair(second, xmp(Self.adobe))) == .ultraHDR)
    }

    @Test("Apple's map is recognized in the second picture, in both byte orders", arguments: [true, false])
    func apple(isLittle: Bool) throws {
        let second = Made.jpeg(Made.segment(0xE0, [1]), [0xFF, 0xFF], xmp(Self.apple), Made.frame())
        #expect(try map(pair(second, isLittle: isLittle)) == .apple)
        #expect(try map(pair(Array(second.prefix(150)), isLittle: isLittle)) == .apple, "cut behind its XMP")
        #expect(try map(Made.jpeg(xmp(Self.apple), Made.frame())) == nil, "not in the picture itself")
        #expect(try map(Made.jpeg(Made.frame()) + second) == nil, "nor where no list names it")
    }

    @Test("the other kinds are recognized in the second picture as well")
    func secondPicture() throws {
        #expect(try map(pair(Made.jpeg(xmp(Self.adobe), Made.frame()))) == .ultraHDR)
        #expect(try map(pair(Made.jpeg(xmp(Self.apple), Self.iso, Made.frame()))) == .iso21496)
    }

    @Test("words in other places are no sign")
    func elsewhere() throws {
        let words = ascii("http://ns.adobe.com/xap/1.0/\0" + Self.adobe + Self.apple)
        #expect(try map(Made.jpeg(Made.segment(0xFE, words), Made.frame())) == nil, "a comment")
        #expect(try map(Made.jpeg(Made.exifSegment(words), Made.frame())) == nil, "EXIF")
        #expect(try map(Made.jpeg(Made.segment(0xE2, words), Made.segment(0xE1, [1]), Made.frame())) == nil)
        #expect(try map(Made.jpeg(Made.frame(), scans: Made.scan() + words + xmp(Self.adobe) + Self.iso)) == nil)
        let second = Made.jpeg(Made.frame(), scans: Made.scan() + words + xmp(Self.apple) + Self.iso)
        #expect(try map(pair(second)) == nil, "the pixels of the second picture")
        let unused = Self.adobe.replacing("hdrgm:Version", with: "xmp:Version")
        #expect(try map(Made.jpeg(xmp(unused), Made.frame())) == nil, "a namespace that nothing uses")
        // The segment ends within the name, and its neighbor's bytes would complete it.
        let short = [0xFF, 0xE2, 0, 12] + ascii("urn:iso:std:iso:ts:21496:-1\0")
        #expect(try map(Made.jpeg(short, Made.frame())) == nil)
    }

    @Test("lists that are broken name no picture", arguments: [true, false])
    func brokenLists(isLittle: Bool) throws {
        for offset in [1, 10, 20_000, 0x7FFF_FFFF, 0xFFFF_FFFF] {
            #expect(try map(listing([0, offset, offset], isLittle: isLittle)) == nil, "offset \(offset)")
        }
        let second = Made.jpeg(xmp(Self.apple), Made.frame())
        let good = pair(second, isLittle: isLittle)
        func changed(_ place: Int, _ bytes: [UInt8]) -> [UInt8] {
            // The TIFF header is at byte 10 of the file.
            var copy = good
            copy.replaceSubrange((10 + place)..<(10 + place + bytes.count), with: isLittle ? bytes.reversed() : bytes)
            return copy
        }
        #expect(try map(changed(2, [0, 43])) == nil, "not the number 42")
        #expect(try map(changed(4, [0xFF, 0xFF, 0xFF, 0xFF])) == nil, "the directory is beyond the end")
        #expect(try map(changed(4, [0, 0, 0, 69])) == nil, "the directory is cut")
        #expect(try map(changed(8, [0, 0])) == nil, "the directory is empty")
        #expect(try map(changed(8, [0xFF, 0xFF])) == .apple, "more tags announced than there are, ours is among them")
        #expect(try map(changed(22, [0xB0, 0x03])) == nil && map(changed(24, [0, 4])) == nil, "no MP entries")
        #expect(try map(changed(26, [0, 0x0F, 0xFF, 0xF0])) == .apple, "65,535 entries announced")
        #expect(try map(changed(26, [0, 0, 0, 16])) == nil, "one entry")
        #expect(try map(changed(30, [0xFF, 0xFF, 0xFF, 0xF0])) == nil, "the entries are beyond the end")
        #expect(try map(changed(34, [0, 0, 0, 8])) == .apple, "a directory that links to itself")
        // Whatever else is wrong with them, nothing traps.
        for count in 0...good.count { _ = try? map(Array(good.prefix(count))) }
        for place in 10..<80 {
            for value in [0, 0x7F, 0xFF] as [UInt8] { _ = try? map(changed(place - 10, [value])) }
        }
    }

    @Test("of a long list eight entries are followed, of a picture the first MiB and four segments of XMP")
    func bounds() throws {
        let second = Made.jpeg(xmp(Self.apple), Made.frame())
        func list(_ count: Int) -> [UInt8] {
            let zeros = [Int](repeating: 0, count: count)
            let offset = listing(zeros + [0]).count - 10
            return listing(zeros + [offset]) + second
        }
        #expect(try map(list(7)) == .apple)
        #expect(try map(list(8)) == nil)
        let filling = Made.segment(0xFE, [UInt8](repeating: 0xFF, count: 65_000))
        func behind(_ count: Int) -> [UInt8] {
            Made.jpeg(join([[UInt8]](repeating: filling, count: count)), xmp(Self.apple), Made.frame())
        }
        #expect(try map(pair(behind(16))) == .apple)
        #expect(try map(pair(behind(17))) == nil)
        let empty = xmp("http://ns.")
        #expect(try map(pair(Made.jpeg(empty, empty, empty, xmp(Self.apple), Made.frame()))) == .apple)
        #expect(try map(pair(Made.jpeg(empty, empty, empty, empty, xmp(Self.apple), Made.frame()))) == nil)
    }

    @Test("lists that lead back, and pictures without an end, end quickly")
    func circles() throws {
        // Each picture has a list of its own, which is not followed: both name both.
        let offset = listing([0, 0]).count - 10
        #expect(try map(listing([0, offset, offset]) + listing([offset, 1, 0])) == nil)
        // 4,000 entries name one picture that never comes to its pixels.
        let entries = [Int](repeating: 0, count: 4000)
        let place = listing(entries).count - 10
        let endless = listing(entries.map { _ in place }) + [0xFF, 0xD8]
        #expect(try map(endless + [UInt8](repeating: 0, count: 20 << 20)) == nil)
        #expect(try map(endless + join([[UInt8]](repeating: [0xFF, 0xFE, 0, 2], count: 1 << 20))) == nil)
    }

    @Test(
        "the auxiliary pictures of HEIC and AVIF",
        arguments: [
            ("urn:com:apple:photo:2020:aux:hdrgainmap\0", GainMap.apple), ("urn:com:photo:aux:hdrgainmap\0", .ultraHDR),
            ("urn:com:apple:photo:2020:aux:hdrgainmap", nil), ("urn:com:apple:photo:2020:aux:hdrgainmap2\0", nil),
            ("urn:com:apple:photo:2019:aux:semanticskymatte\0", nil), ("urn:mpeg:hevc:2015:auxid:1\0", nil),
        ] as [(String, GainMap?)])
    func auxiliary(_ type: String, _ kind: GainMap?) throws {
        let property = Made.fullBox("auxC", ascii(type))
        for brand in ["heic", "avif"] {
            let header = try inspect(Made.heif(brand: brand, [Made.size(40, 30)], alpha: [property]))
            #expect(header.gainMap == kind && header.hasAlpha == type.hasPrefix("urn:mpeg"))
            #expect(try map(Made.heif(brand: brand, [Made.size(40, 30), property])) == nil, "of the picture itself")
        }
    }

    @Test("a map of ISO 21496-1 is an item of HEIC and AVIF, and counts before the others")
    func item() throws {
        func file(_ type: String, auxiliary: String) -> [UInt8] {
            let info = Made.fullBox("infe", version: 2, big(3, 2), big(0, 2), ascii(type))
            let aux = Made.fullBox("auxC", ascii(auxiliary))
            let items =
                Made.fullBox("pitm", big(1, 2)) + Made.fullBox("iinf", big(1, 2), info)
                + Made.box(
                    "iprp", Made.box("ipco", Made.size(64, 64), aux),
                    Made.fullBox("ipma", big(2, 4), big(1, 2), [1, 1], big(2, 2), [1, 2]))
                + Made.fullBox("iref", Made.box("auxl", big(2, 2), big(1, 2), big(1, 2)))
            return Made.box("ftyp", ascii("heic"), big(0, 4), ascii("mif1tmap")) + Made.fullBox("meta", items)
        }
        #expect(try map(file("tmap", auxiliary: "")) == .iso21496)
        #expect(try map(file("tmap", auxiliary: "urn:com:apple:photo:2020:aux:hdrgainmap\0")) == .iso21496)
        #expect(try map(file("grid", auxiliary: "urn:com:apple:photo:2020:aux:hdrgainmap\0")) == .apple)
        #expect(try map(file("grid", auxiliary: "")) == nil)
    }

    @Test(
        "files of phones and of Adobe",
        .enabled(if: SharedData.folder("inputs") != nil, "skipped: there is no ../shared/data/inputs"),
        arguments: [
            ("apple_gainmap_new.jpg", GainMap.apple), ("apple_gainmap_old.jpg", .apple),
            ("colors_hdr_p3.avif", .ultraHDR), ("colors_text_wcg_sdr_rec2020.avif", nil),
        ] as [(String, GainMap?)])
    func realFiles(_ name: String, _ kind: GainMap?) throws {
        let folder = try #require(SharedData.folder("inputs"))
        #expect(try inspect(folder.appending(path: "repo/libavif/\(name)")).gainMap == kind)
    }
}
