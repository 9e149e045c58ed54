import Testing

@testable import Imaging

@Suite("The first look at a JPEG")
struct InspectJPEGTests {
    @Test(
        "baseline, extended, progressive and arithmetic frames", arguments: [0xC0, 0xC1, 0xC2, 0xC9, 0xCA] as [UInt8])
    func frames(_ marker: UInt8) throws {
        let header = try inspect(Made.jpeg(Made.frame(marker, width: 41, height: 31)))
        #expect(header.storedSize == Size(width: 41, height: 31))
        #expect(header.isInterlaced == [0xC2, 0xCA].contains(marker))
        #expect(header.scans == 1)
        #expect(!header.isTruncated && !header.hasProfile && header.exif == nil)
    }

    @Test("lossless, hierarchical and 12-bit pictures are named")
    func unsupportedFrames() {
        for (marker, name) in [(0xC3, "lossless"), (0xCB, "lossless"), (0xC5, "hierarchical"), (0xCF, "hierarchical")] {
            #expect(refusal(Made.jpeg(Made.frame(UInt8(marker)))) == .unsupportedFormat(found: "a \(name) JPEG image"))
        }
        #expect(
            refusal(Made.jpeg(Made.frame(0xC1, bits: 12))) == .unsupportedFormat(found: "a JPEG image of 12 bits"))
    }

    @Test("one, three and four components pass, others do not", arguments: 0...6)
    func components(_ count: Int) throws {
        let file = Made.jpeg(Made.frame(components: count), scans: Made.scan(components: count))
        if [1, 3, 4].contains(count) {
            #expect(try inspect(file).components == count)
        } else {
            #expect(refusal(file)?.code == "undecodable")
        }
    }

    @Test("a side of zero is refused")
    func zeroSides() {
        #expect(refusal(Made.jpeg(Made.frame(width: 0)))?.code == "undecodable")
        #expect(refusal(Made.jpeg(Made.frame(height: 0)))?.code == "undecodable")
    }

    @Test("the pixel limit is read from the frame header, before all else that is wrong with it")
    func pixelLimit() {
        let file = Made.jpeg(Made.frame(0xC2, width: 65500, height: 65500, components: 2))
        #expect(
            refusal(file)
                == .tooLarge(stage: .inspect, value: 65500 * 65500, limit: 100_000_000, unit: "pixels"))
        #expect(refusal(Made.jpeg(Made.frame()), Limits(pixels: 1199))?.code == "tooLarge")
        #expect(refusal(Made.jpeg(Made.frame()), Limits(pixels: 1200)) == nil)
    }

    @Test("the scans of a progressive picture are counted, and more than the limit refused")
    func scans() throws {
        // Restart markers, stuffed bytes and tables that look like scans stand between.
        let data: [UInt8] = [1, 0xFF, 0, 0xFF, 0xD0, 2]
        let table = Made.segment(0xC4, [0xFF, 0xDA, 0xFF, 0xDA, 0, 8])
        let file = Made.jpeg(
            Made.frame(0xC2), scans: join(Array(repeating: join(table, Made.scan(), data), count: 7)))
        #expect(try inspect(file).scans == 7)
        #expect(try inspect(file, limits: Limits(scans: 7)).scans == 7)
        #expect(
            refusal(file, Limits(scans: 6)) == .tooLarge(stage: .inspect, value: 7, limit: 6, unit: "scans"))
    }

    @Test("a baseline picture with one scan per color needs all of them, and they are counted")
    func nonInterleaved() throws {
        let scans = join(Made.scan(components: 1), [1], Made.scan(components: 1), [2], Made.scan(components: 1), [3])
        let header = try inspect(Made.jpeg(Made.frame(), scans: scans))
        #expect(header.isInterlaced)
        #expect(header.scans == 3)
    }

    @Test("scans behind the end marker are another picture's")
    func secondPicture() throws {
        let first = Made.jpeg(Made.frame(0xC2))
        #expect(try inspect(join(first, Made.jpeg(Made.frame(0xC2, width: 7)))).scans == 1)
    }

    @Test("fill bytes and junk between segments are skipped")
    func junk() throws {
        let file = Made.jpeg([0xFF, 0xFF, 0xFF], Made.segment(0xFE, [65]), ascii("junk"), [0xFF, 0], Made.frame())
        #expect(try inspect(file).storedSize == Size(width: 40, height: 30))
    }

    @Test("markers that cannot stand in a header are refused")
    func brokenStructure() {
        #expect(refusal([0xFF, 0xD8, 0xFF, 0xD9])?.code == "undecodable", "no picture")
        #expect(refusal(Made.jpeg(Made.frame(), Made.frame()))?.code == "undecodable", "two frames")
        #expect(refusal(Made.jpeg())?.code == "undecodable", "a scan without a frame")
        #expect(refusal(Made.jpeg([0xFF, 0xD8], Made.frame()))?.code == "undecodable", "a second beginning")
        #expect(refusal(Made.jpeg([0xFF, 0x02], Made.frame()))?.code == "undecodable", "an unknown marker")
        #expect(refusal(Made.jpeg([0xFF, 0xE0, 0, 1], Made.frame()))?.code == "undecodable", "a length of 1")
        #expect(refusal(Made.jpeg(Made.segment(0xC0, [8, 0, 9])))?.code == "undecodable", "a short frame header")
    }

    @Test("a header that is cut off is truncated, at every byte")
    func cutHeader() {
        let header = Made.jpeg(Made.exifSegment(Made.exif(orientation: 6)), Made.frame(), scans: Made.scan())
        for count in 2..<(header.count - 2) {
            let expected = ImageError.truncated(stage: .inspect, detail: "the header is not complete")
            #expect(refusal(Array(header.prefix(count))) == expected, "at \(count)")
        }
        #expect(refusal(Array(header.dropLast(2))) == nil, "whether pixels are missing only a decoder can see")
    }

    @Test("the first EXIF segment wins")
    func twoBlocks() throws {
        let file = Made.jpeg(
            Made.exifSegment(Made.exif(orientation: 8)), Made.exifSegment(Made.exif(orientation: 3)), Made.frame())
        #expect(try inspect(file).orientation == 8)
    }

    @Test("a name that reaches into the next segment is no EXIF block")
    func shortBlock() throws {
        // The segment ends after "Exi", and its neighbor's bytes would complete the name.
        let header = try inspect(Made.jpeg([0xFF, 0xE1, 0, 5], ascii("Exif\0\0"), Made.frame()))
        #expect(header.exif?.isEmpty ?? true)
        #expect(header.orientation == 1)
    }

    @Test("a profile is put together from its pieces, in the order of their numbers")
    func profilePieces() throws {
        let file = Made.jpeg(
            Made.profileSegment(2, of: 2, [3, 4]), Made.profileSegment(1, of: 2, [1, 2]), Made.frame())
        let header = try inspect(file)
        #expect(header.profile == [1, 2, 3, 4])
        #expect(header.hasProfile)
    }

    @Test("a profile behind the frame header counts, and the first of two pieces with one number")
    func lateProfile() throws {
        let file = Made.jpeg(
            Made.profileSegment(1, of: 1, [1]), Made.frame(), Made.profileSegment(1, of: 1, [2]))
        #expect(try inspect(file).profile == [1])
    }

    @Test("a profile with missing or contradictory pieces is left out")
    func brokenProfiles() throws {
        let broken = [
            Made.profileSegment(1, of: 2, [1]),
            join(Made.profileSegment(1, of: 2, [1]), Made.profileSegment(2, of: 3, [2])),
            join(Made.profileSegment(0, of: 1, [1]), Made.profileSegment(1, of: 1, [2])),
            Made.profileSegment(1, of: 0, [1]),
            Made.profileSegment(3, of: 2, [1]),
        ]
        for segments in broken {
            let header = try inspect(Made.jpeg(segments, Made.frame()))
            #expect(header.profile == nil && !header.hasProfile)
        }
    }

    @Test("more than 4 MiB of profile is left out")
    func largeProfile() throws {
        let piece = [UInt8](repeating: 7, count: 65000)
        func file(_ count: Int) -> [UInt8] {
            Made.jpeg(join((1...count).map { Made.profileSegment($0, of: count, piece) }), Made.frame())
        }
        #expect(try inspect(file(64)).profile?.count == 64 * 65000)
        #expect(try inspect(file(65)).profile == nil)
    }
}

/// The error with which bytes are refused; nil when they are accepted.
func refusal(_ bytes: [UInt8], _ limits: Limits = Limits()) -> ImageError? {
    do throws(ImageError) {
        _ = try inspect(bytes, limits: limits)
        return nil
    } catch {
        return error
    }
}
