import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import magpie

@Suite("RAW files that the command has developed", .timeLimit(.minutes(5)))
struct DevelopCommandTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test(.enabled(if: RawLibrary.isThere, "skipped: LibRaw is not on this machine"))
    func `A file without a preview is developed, and the line and the summary say so`() throws {
        try place.write(SensorFile(size: Size(width: 96, height: 64), orientation: 6).file, to: "in/a.dng")
        let words = ["prep", "in", "-o", "out", "--size", "64", "--develop"]
        let line = try #require(try place.magpie(words + ["--json"]).json().first)
        #expect(line.isOK && line["developed"] as? Bool == true && line["preview"] == nil, "\(line)")
        #expect(line["width"] as? Int == 64 && line["height"] as? Int == 96)
        #expect(place.names(in: "out") == ["a.dng.jpg"])
        let again = try place.magpie(words)
        #expect(again.text.contains("1 is developed from a RAW file"), "\(again)")
    }

    @Test(.enabled(if: RawLibrary.isThere, "skipped: LibRaw is not on this machine"))
    func `A developed file is up to date until the option is gone`() throws {
        try place.write(SensorFile().file, to: "in/a.dng")
        let words = ["prep", "in", "-o", "out", "--size", "64", "--json"]
        _ = try place.magpie(words + ["--develop"])
        let known = try #require(try place.magpie(words + ["--develop", "--update"]).json().first)
        #expect(known["skipped"] as? Bool == true && known["developed"] as? Bool == true, "\(known)")
        #expect(try place.magpie(words + ["--update"]).json().map(\.errorCode) == ["undecodable"])
    }

    @Test(.enabled(if: RawLibrary.isThere, "skipped: LibRaw is not on this machine"))
    func `Objects are cut out of the developed picture`() throws {
        let preview = try RawParts.jpeg(Pictures.solid(320, 240, RGB(red: 120, green: 120, blue: 120)))
        let file = SensorFile(size: Size(width: 640, height: 480), preview: preview).file
        try place.write(file, to: "in/a.dng")
        let ended = try place.magpie(
            "prep", "in", "-o", "out", "--size", "600", "--develop", "--crop", "objects", "--json")
        let line = try #require(try ended.json().first)
        #expect(line.isOK && line["developed"] as? Bool == true, "\(ended)")
        #expect(line["width"] as? Int == 640 && !line.outputs.isEmpty)
    }

    @Test(.enabled(if: RawLibrary.isThere, "skipped: LibRaw is not on this machine"))
    func `A damaged file is an error of its own, whatever LibRaw makes of it`() throws {
        let file = SensorFile().file
        let data = 2 * 64 * 48
        var random = SplitMix(seed: 55)
        let count = Effort.inputs(40, of: 2000)
        for number in 0..<count {
            var damaged = file
            // The directories, from which LibRaw takes all that it knows.
            for _ in 0..<3 {
                damaged[Int.random(in: 8..<file.count - data, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            try place.write(damaged, to: "in/\(number).dng")
        }
        try place.write(Array(file.dropLast(data / 2)), to: "in/cut.dng")
        try place.write(file, to: "in/whole.dng")
        let ended = try place.magpie(
            "prep", "in", "-o", "out", "--size", "64", "--develop", "--json", "--timeout", "10", "--max-errors", "9999")
        let lines = try ended.byPath()
        #expect(ended.code == 0 && lines.count == count + 2, "seed 55: \(ended.errors)")
        #expect(lines["in/whole.dng"]?.isOK == true && lines["in/cut.dng"]?.errorCode == "truncated")
        #expect(!lines.values.contains { $0.errorCode == "internal" }, "seed 55: \(ended.text)")
    }

    @Test func `The errors of a small and of a missing preview name the option`() throws {
        try place.write(SensorFile().file, to: "none.dng")
        try place.write(try RawParts().file(.nef), to: "small.nef")
        let ended = try place.magpie("prep", "none.dng", "small.nef", "-o", "out", "--size", "1000")
        #expect(ended.code == 3)
        #expect(
            ended.errors.contains(
                "none.dng: not a valid raw (inspect): it has no JPEG preview; the sensor has 64 x 48; ")
                && ended.errors.contains("; develop it to JPEG or TIFF first, as magpie prep --develop does\n"))
        #expect(
            ended.errors.contains(
                "an output of 1000 x 667 needs the RAW developed, as magpie prep --develop does\n"), "\(ended.errors)")
    }

    @Test func `Where LibRaw is broken, the line says so, and the run ends with the code of the setup`() throws {
        for name in ["libraw_r.so.24", "libraw_r.so.23", "libraw_r.so.20", "libraw_r.so"] {
            try place.write(Array("no library".utf8), to: "broken/" + name)
        }
        try place.write(SensorFile().file, to: "a.dng")
        let search = ["broken", ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]].compactMap { $0 }
        let ended = try place.magpie(
            "prep", "a.dng", "-o", "out", "--develop", "--json",
            environment: ["LD_LIBRARY_PATH": search.joined(separator: ":")])
        #expect(ended.code == 2)
        let line = try #require(try ended.json().first)
        #expect(line.errorCode == "missingLibrary")
        let message = (line["error"] as? [String: Any])?["message"] as? String ?? ""
        #expect(
            message.contains("LibRaw cannot be opened: ") && message.contains("install LibRaw: the package libraw20"))
        #expect(!message.contains("libvips") && !ended.errors.contains("libvips"))
    }
}
