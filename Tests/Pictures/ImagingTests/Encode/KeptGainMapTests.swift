import Foundation
import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging

@Suite("Gain maps that outputs keep", .timeLimit(.minutes(5)))
struct KeptGainMapTests {
    private let picture = Pictures.scene(240, 160)
    /// Red, green, blue and white quarters, a quarter of the picture's sides.
    private let corners = Pictures.corners(60, 40)

    private func mapped(_ orientation: Int = 1) throws -> MappedJPEG {
        var made = MappedJPEG(
            try Real.jpeg(picture.stored(orientation: orientation)),
            map: try Real.jpeg(corners.stored(orientation: orientation)))
        made.orientation = orientation
        return made
    }

    private func output(
        _ file: [UInt8], _ output: Output = .fit(120), box: Box? = nil, keeps: Recipe.Metadata = .gainMap
    ) throws -> PreparedOutput {
        try prepare(.bytes(file), as: Recipe(output, box: box, keeps: keeps)).outputs[0]
    }

    /// The map behind an output, decoded.
    private func map(_ output: PreparedOutput) throws -> PixelBuffer {
        #expect(output.leftOut.isEmpty)
        return try Real.pixels(try #require(ListedJPEGs(output.bytes), "a list that leads elsewhere").map)
    }

    @Test("the map is turned with the picture, and its sides shrink in proportion", arguments: 1...8)
    func turned(orientation: Int) throws {
        let made = try output(mapped(orientation).file)
        #expect(made.size == Size(width: 120, height: 80))
        let map = try map(made)
        #expect(map.size == Size(width: 30, height: 20))
        #expect(map.psnr(against: Pictures.corners(30, 20)) > 30)
    }

    @Test("a box and a fill cut the map as they cut the picture, also with another orientation", arguments: [1, 6])
    func cut(orientation: Int) throws {
        let file = try mapped(orientation).file
        let quarter = try map(output(file, box: Box(left: 120, top: 0, width: 120, height: 80)))
        #expect(quarter.size == Size(width: 30, height: 20))
        #expect(quarter.psnr(against: Pictures.solid(30, 20, RGB(red: 0, green: 255, blue: 0))) > 25)
        let filled = try map(
            output(file, Output(.fill(Size(width: 40, height: 80)), gravity: .point(x: 1, y: 0.5))))
        #expect(filled.size == Size(width: 10, height: 20))
        let right = Pictures.draw(10, 20) { $1 < 10 ? (0, 255, 0) : (255, 255, 255) }
        #expect(filled.psnr(against: right) > 25)
    }

    @Test("a map is never enlarged, and has at least one pixel")
    func sizes() throws {
        let file = try mapped().file
        #expect(try map(output(file, Output(.fit(480), enlarges: true))).size == Size(width: 60, height: 40))
        #expect(try map(output(file, Output(.original))).size == Size(width: 60, height: 40))
        #expect(try map(output(file, .fit(2))).size == Size(width: 1, height: 1))
        var one = try mapped()
        one.map = try Real.jpeg(Pictures.solid(1, 1, .white))
        #expect(try map(output(one.file)).size == Size(width: 1, height: 1))
    }

    @Test("the segments with the values of the map are those of the input, and the picture tells of them")
    func values() throws {
        let made = try output(mapped().file, keeps: [.gainMap, .exif])
        let files = try #require(ListedJPEGs(made.bytes))
        let map = JPEGParts(files.map)
        let values = String(decoding: try #require(map.contents(0xE1).first), as: UTF8.self)
        #expect(values.contains(#"hdrgm:Version="1.0" hdrgm:GainMapMax="2.5""#))
        #expect(map.contents(0xE1).count == 1 && map.contents(0xE2) == [MappedJPEG.iso])
        let parts = JPEGParts(made.bytes)
        #expect(parts.segments.prefix(5).map(\.marker) == [0xE0, 0xE1, 0xE1, 0xE2, 0xE2], "JFIF and EXIF come first")
        #expect(parts.contents(0xE2)[0] == MappedJPEG.version)
        let packet = String(decoding: parts.contents(0xE1)[1], as: UTF8.self)
        #expect(packet.contains(#"Item:Semantic="GainMap" Item:Length="\#(files.map.count)""#))
        #expect(packet.contains(#"hdrgm:Version="1.0""#))
        #expect(try inspect(made.bytes).gainMap == .iso21496)
        #expect(try inspect(made.bytes).orientation == 1)
    }

    @Test("each kind of values comes alone as well")
    func kinds() throws {
        var adobe = try mapped()
        adobe.hasISO = false
        let ultra = try output(adobe.file)
        #expect(try inspect(ultra.bytes).gainMap == .ultraHDR && !ultra.bytes.contains(ascii("21496")))
        var iso = try mapped()
        iso.hasAdobe = false
        let made = try output(iso.file)
        #expect(try inspect(made.bytes).gainMap == .iso21496)
        #expect(!made.bytes.contains(ascii("hdrgm")), "no version of values that are not there")
        // Of an output the next one is made.
        for file in [ultra, made] { #expect(try map(output(file.bytes, .fit(60))).size == Size(width: 15, height: 10)) }
    }

    @Test(
        "the numbers of a map are those of the input, gray or in color, whatever profile there is",
        arguments: [
            [[30], [100], [180], [250]], [[90, 60, 200], [200, 128, 90], [120, 190, 40], [60, 128, 128]],
        ] as [[[UInt8]]])
    func numbers(blocks: [[UInt8]]) throws {
        let profile = Made.profileSegment(1, of: 1, MatrixProfile.displayP3.bytes)
        var made = try mapped()
        made.map = BlockJPEG.file(columns: 2, blocks: blocks, profile)
        made.picture = Array(made.picture[..<2]) + profile + made.picture[2...]
        let output = try output(made.file, Output(.original))
        let map = try #require(ListedJPEGs(output.bytes)).map
        let header = try inspect(map)
        #expect(header.components == blocks[0].count && header.storedSize == Size(width: 16, height: 16))
        #expect(header.profile == MatrixProfile.displayP3.bytes, "the space that the values are for")
        func numbers(_ file: [UInt8]) throws -> PixelBuffer {
            try #require(try prepare(.bytes(file), as: Recipe(.pixels(fitting: 16), keeps: .icc)).outputs[0].pixels)
        }
        #expect(try numbers(map).largestDifference(from: numbers(made.map)) <= 4)
    }

    @Test("without the list the map is found by the lengths in XMP, and without those by the list")
    func found() throws {
        for change in [\MappedJPEG.hasList, \.hasDirectory] {
            var made = try mapped()
            made[keyPath: change] = false
            #expect(try map(output(made.file)).size == Size(width: 30, height: 20))
        }
        #expect(try map(output(mapped().file + ascii("a film"))).size == Size(width: 30, height: 20), "by the list")
    }

    @Test("all that is no map leaves the picture as it is without one, and is told")
    func broken() throws {
        let good = try mapped()
        let plain = try output(good.file, keeps: []).bytes
        func lost(_ file: [UInt8], _ comment: Comment) throws {
            let made = try output(file)
            #expect(made.leftOut == .gainMap && made.bytes == plain, comment)
        }
        func changed(_ change: (inout MappedJPEG) throws -> Void) rethrows -> [UInt8] {
            var made = good
            made.hasDirectory = false
            try change(&made)
            return made.file
        }
        for fault in [1 << 30, 1, -good.file.count / 2] {
            try lost(changed { $0.offsetFault = fault }, "offset \(fault)")
        }
        try lost(changed { $0.lengthFault = 1 }, "beyond the end")
        try lost(changed { $0.lengthFault = -good.wholeMap.count }, "no bytes")
        try lost(Array(good.file.dropLast(200)), "a map that is cut")
        try lost(changed { $0.map = Array($0.map.prefix($0.map.count * 2 / 3)) }, "cut before it was written")
        try lost(changed { $0.map = try Real.jpeg(Pictures.scene(241, 20)) }, "wider than the picture")
        try lost(changed { $0.map = try Real.jpeg(Pictures.scene(20, 161)) }, "higher than the picture")
        try lost(changed { $0.map = try Real.png(corners) }, "a PNG")
        try lost(changed { $0.map = BlockJPEG.file(columns: 1, blocks: [[1, 2, 3, 4]]) }, "inks")
        let copy = changed {
            ($0.hasAdobe, $0.hasISO) = (false, false)
            $0.map = $0.picture
        }
        try lost(copy, "a copy of the picture, without values")
        var itself = good
        itself.hasList = false
        itself.directoryLength = good.file.count
        for _ in 0..<3 { itself.directoryLength = itself.file.count }
        try lost(itself.file, "the file itself is the map")
        for length in [0, -5, 1 << 62] {
            itself.directoryLength = length
            try lost(itself.file, "length \(length)")
        }
        // Whatever else is wrong with them, nothing traps, and the picture is there.
        let start = good.file.count - good.wholeMap.count
        for count in stride(from: start, to: good.file.count, by: 97) {
            try lost(Array(good.file.prefix(count)), "\(count) bytes")
        }
        for place in 2..<240 {
            var file = good.file
            file[file.count - good.wholeMap.count + place] ^= 0xFF
            _ = try output(file)
        }
    }

    @Test("Apple's map, padded outputs, and other formats have none, and tell so")
    func noRoom() throws {
        let file = try mapped().file
        #expect(try output(file, Output(.pad(Size(width: 99, height: 99)))).leftOut == .gainMap)
        for encoding in [Output.Encoding.png, .webp()] {
            #expect(try output(file, Output(.fit(50), encoding: encoding)).leftOut == .gainMap)
        }
        #expect(try output(file, .pixels(fitting: 50)).leftOut.isEmpty)
        var apple = try mapped()
        (apple.hasAdobe, apple.hasISO) = (false, false)
        apple.map =
            Array(apple.map[..<2])
            + Made.segment(0xE1, MappedJPEG.xmp(#"<rdf xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/"/>"#))
            + apple.map[2...]
        let bytes = Array(apple.file).replacing(ascii("hdrgm:Version"), with: ascii("other:Version"))
        #expect(try inspect(bytes).gainMap == .apple && output(bytes).leftOut == .gainMap)
        #expect(try output(Real.jpeg(picture)).leftOut.isEmpty, "a picture without a map")
    }

    @Test(
        "maps of Apple and of AVIF are left out of real files",
        .enabled(if: SharedData.folder("inputs") != nil, "skipped: there is no ../shared/data/inputs"),
        arguments: ["apple_gainmap_new.jpg", "apple_gainmap_old.jpg", "colors_hdr_p3.avif"])
    func realFiles(_ name: String) throws {
        let file = try #require(SharedData.folder("inputs")).appending(path: "repo/libavif/\(name)")
        #expect(try prepare(.file(file), as: Recipe(.fit(50), keeps: .gainMap)).outputs[0].leftOut == .gainMap)
    }

    @Test("without the wish nothing changes, and the wish does not change the picture")
    func wish() throws {
        let file = try mapped().file
        let without = try output(file, keeps: [])
        #expect(without.leftOut.isEmpty && ListedJPEGs(without.bytes) == nil)
        let with = try output(file)
        #expect(try Real.pixels(with.bytes) == Real.pixels(without.bytes))
    }

    @Test("a limit of bytes counts the map, and outputs of one size are one file")
    func limits() throws {
        let file = try mapped().file
        let free = try output(file, .fit(240))
        let limit = free.bytes.count * 2 / 3
        let small = try output(file, Output(.fit(240), options: EncoderOptions(maxBytes: limit)))
        #expect(small.bytes.count <= limit && small.quality! < free.quality!)
        #expect(try map(small) == map(free))
        let twins = try prepare(.bytes(file), as: Recipe(.fit(300), .fit(400), .fit(60), keeps: .gainMap)).outputs
        #expect(twins[0].bytes == twins[1].bytes && ListedJPEGs(twins[2].bytes) != nil)
    }

    @Test("a map that needs too much memory is left out, where the picture alone has room")
    func memory() async {
        // A process of its own, in which no other picture holds memory.
        await #expect(processExitsWith: .success) {
            let scene = Pictures.scene(800, 600)
            let whole = Recipe(Output(.original, options: EncoderOptions(isProgressive: true)))
            let map = try prepare(.pixels(scene), as: whole).outputs[0].bytes
            let file = MappedJPEG(try Real.jpeg(scene), map: map).file
            let recipe = Recipe(.fit(100), keeps: .gainMap)
            let limits = Limits(decodedBytes: 500_000, seconds: longestWait)
            #expect(try prepare(.bytes(file), as: recipe, limits: limits).outputs[0].leftOut == .gainMap)
            #expect(try prepare(.bytes(file), as: recipe).outputs[0].leftOut.isEmpty)
        }
    }
}
