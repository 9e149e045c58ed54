import Foundation
import Imaging
import PictureTestSupport
import TestSupport
import Testing

@testable import magpie

@Suite("magpie prep --manifest", .timeLimit(.minutes(5)))
struct ManifestTests {
    /// The form that a web page reads.
    struct Page: Decodable {
        struct Picture: Decodable {
            struct Source: Decodable {
                var type: String
                var srcset: String
            }
            struct Image: Decodable {
                var src: String
                var srcset: String
                var width: Int
                var height: Int
            }
            struct Color: Decodable { var hex: String }
            var source: String
            var width: Int
            var height: Int
            var taken: String?
            var thumbhash: String
            var colors: [Color]?
            var sources: [Source]
            var img: Image
        }
        var version: Int
        var pictures: [Picture]
    }

    private func page(_ place: Workplace, _ name: String = "out/manifest.json") throws -> Page {
        try JSONDecoder().decode(Page.self, from: Data(try contents(of: place / name)))
    }

    /// The widths and the files of a srcset, which is relative to the folder of its manifest.
    private func files(_ srcset: String, below folder: magpie.Path) throws -> [(width: Int, header: ImageHeader)] {
        try srcset.split(separator: ", ").map { entry in
            let parts = entry.split(separator: " ")
            let name = try #require(parts[0].removingPercentEncoding)
            let width = try #require(Int(parts[1].dropLast()))
            return (width, try inspect(try contents(of: folder / magpie.Path(name))))
        }
    }

    @Test("each picture has the time at which it was taken, also one that an earlier run without a manifest made")
    func dates() throws {
        let place = try Workplace()
        // DateTimeOriginal, by the clock of the camera.
        let exif = FileBlocks.exif(photo: [.init(0x9003, "2024:08:31 20:15:00")])
        try place.write(try picture(80, 60).adding(exif: exif), to: "in/a.jpg")
        try place.write(try picture(80, 60, seed: 2), to: "in/b.jpg")
        let words = ["prep", "in", "-o", "out", "--update"]
        #expect(try place.magpie(words).code == 0)
        let inode = try FileStatus.of(place / "out/a.jpg").identity
        for _ in 0..<2 {
            #expect(try place.magpie(words + ["--manifest", "out/m.json"]).code == 0)
            #expect(try page(place, "out/m.json").pictures.map(\.taken) == ["2024-08-31T20:15:00", nil])
        }
        #expect(try FileStatus.of(place / "out/a.jpg").identity == inode)
    }

    @Test("a size that a format has no room for is left out and told, and the rest of the picture stays")
    func oversized() throws {
        let place = try Workplace()
        let long = Output(.original, encoding: .png)
        try place.write(
            try prepare(.pixels(Pictures.numbered(36, 17_000)), as: Recipe(long)).outputs[0].bytes, to: "in/long.png")
        try place.write(try picture(60, 40, as: .png), to: "in/usual.png")
        let words = ["prep", "in", "-o", "out", "--widths", "18,36", "--format", "webp,jpeg", "--update", "--manifest"]
        for _ in 0..<2 {
            let ended = try Running(magpieBinary, words + ["out/m.json", "--json", "--ordered"], in: place.path).wait()
            #expect(ended.code == 0)
            // Both formats of 36 pixels: a side may have 16,384 of them where a width is asked for.
            #expect(
                ended.errors.contains(
                    "out/long.png@36w.webp: 17,000 pixels on a side are more than the limit of 16,383"))
            #expect(
                ended.lines[0].contains(
                    #""path":"out/long.png@36w.webp","width":36,"height":17000,"error":{"code":"tooLarge""#))
            let page = try page(place, "out/m.json")
            #expect(page.pictures.map(\.source) == ["long.png", "usual.png"])
            #expect(page.pictures[0].sources[0].srcset == "long.png%4018w.webp 18w")
            #expect(page.pictures[0].img.width == 18 && page.pictures[1].img.width == 36)
        }
        let summary = try Running(magpieBinary, words + ["out/m.json"], in: place.path).wait().text
        #expect(summary.contains("2 errors: 2 too large"))
    }

    @Test("the placeholder has the shape of what the page shows", arguments: ["fill", "pad", "exact"])
    func placeholder(shape: String) throws {
        let place = try Workplace()
        try place.write(try picture(400, 300), to: "in/a.jpg")
        func hash(_ words: [String]) throws -> [UInt8] {
            let ended = try Running(
                magpieBinary, ["prep", "in", "-o", "out", "--update", "--manifest", "out/m.json"] + words,
                in: place.path
            ).wait()
            #expect(ended.code == 0, "\(ended.errors)")
            return Array(try #require(Data(base64Encoded: try page(place, "out/m.json").pictures[0].thumbhash)))
        }
        let (wide, tall) = (try hash(["--size", "200"]), try hash(["--\(shape)", "100x400"]))
        // The hash of a high picture has bit 7 of byte 4 clear, and fewer columns than rows.
        #expect(wide[4] & 0x80 != 0 && tall[4] & 0x80 == 0)
        #expect(tall[3] & 7 < 4)
        #expect(try hash(["--size", "200"]) == wide)
        #expect(try hash(["--\(shape)", "100x400"]) == tall)
    }

    private static let web = ["--widths", "320,640,1280", "--format", "avif,webp,jpeg"]

    @Test("names each file that is made, with the width that it has, and each width once")
    func widths() throws {
        let place = try Workplace()
        let large = Output(.original, encoding: .jpeg(quality: 90))
        let bytes = try prepare(.pixels(Pictures.scene(1400, 700)), as: Recipe(large)).outputs[0].bytes
        try place.write(bytes, to: "in/beach/large.jpg")
        try place.write(try picture(400, 500, as: .png), to: "in/small.png")
        let ended = try place.magpie(
            ["prep", "in", "-o", "out", "--colors", "2", "--manifest", "out/manifest.json"] + Self.web)
        #expect(ended.code == 0, "\(ended.errors)")
        let page = try page(place)
        #expect(page.version == 1 && page.pictures.map(\.source) == ["beach/large.jpg", "small.png"])
        #expect(page.pictures.map { [$0.width, $0.height] } == [[1400, 700], [400, 500]])
        for (picture, widths) in zip(page.pictures, [[320, 640, 1280], [320, 400]]) {
            #expect(picture.sources.map(\.type) == ["image/avif", "image/webp"])
            for (srcset, format) in zip(
                picture.sources.map(\.srcset) + [picture.img.srcset], [ImageFormat.avif, .webp, .jpeg])
            {
                let files = try files(srcset, below: place / "out")
                #expect(files.map(\.width) == widths)
                #expect(
                    files.map(\.header.storedSize.width) == widths && files.allSatisfy { $0.header.format == format })
            }
            #expect(picture.img.width == widths.last)
            #expect(picture.img.height == (picture.width == 1400 ? 640 : 500))
            #expect(Data(base64Encoded: picture.thumbhash)?.isEmpty == false)
            #expect(picture.colors?.isEmpty == false)
        }
    }

    @Test("is the same after --update, which makes nothing again, and for any number of jobs")
    func updated() throws {
        let place = try Workplace()
        for seed in 1...5 { try place.write(try picture(300 + seed, 200, seed: seed), to: "in/\(seed).jpg") }
        let words = ["prep", "in", "-o", "out", "--widths", "50,100", "--manifest", "page/m.json"]
        try place.folder("page")
        #expect(try place.magpie(words + ["--jobs", "1"]).code == 0)
        let first = try contents(of: place / "page/m.json")
        let time = try FileStatus.of(place / "out/3@50w.jpg").modified
        #expect(try place.magpie(words + ["--jobs", "4", "--update"]).code == 0)
        #expect(try contents(of: place / "page/m.json") == first)
        #expect(try FileStatus.of(place / "out/3@50w.jpg").modified == time)
        #expect(try page(place, "page/m.json").pictures.allSatisfy { $0.img.src.hasPrefix("../out/") })
    }

    @Test("has addresses that a page takes as they are, whatever the names of the files are")
    func oddNames() throws {
        let place = try Workplace()
        let names = ["a b, 2x.jpg", "100%.jpg", "x:y?z#.jpg", "ä\"'<>.jpg", "a&b/c/d;.jpg"]
        for (seed, name) in names.enumerated() {
            try place.write(try picture(90, 60, seed: seed + 1), to: "in/\(name)")
        }
        #expect(try place.magpie("prep", "in", "-o", "out", "--widths", "40,80", "--manifest", "out/m.json").code == 0)
        let page = try page(place, "out/m.json")
        #expect(Set(page.pictures.map(\.source)) == Set(names))
        for picture in page.pictures {
            #expect(picture.img.srcset.allSatisfy { $0.isASCII && !"<>\"'%:?#;".dropFirst(5).contains($0) })
            #expect(try files(picture.img.srcset, below: place / "out").map(\.width) == [40, 80])
        }
    }

    @Test("leaves bad inputs out, and stays as it was where all are bad, too many are, or there are none")
    func badInputs() throws {
        let place = try Workplace()
        try place.write([1, 2, 3], to: "in/bad.jpg")
        try place.write([1, 2, 3], to: "all-bad/bad.jpg")
        try place.folder("none")
        try place.write(try picture(), to: "in/good.jpg")
        try place.magpie("prep", "in", "-o", "out", "--manifest", "m.json")
        #expect(try page(place, "m.json").pictures.map(\.source) == ["good.jpg"])
        let former = try contents(of: place / "m.json")
        for words in [["all-bad"], ["none"], ["in", "--max-errors", "0"], ["in", "--max-pixels", "1"]] {
            let ended = try place.magpie(["prep"] + words + ["-o", "out", "--manifest", "m.json"])
            #expect(ended.errors.contains("the manifest is left as it was"), "\(words): \(ended.errors)")
            #expect(try contents(of: place / "m.json") == former, "\(words)")
        }
        #expect(place.names(in: "").allSatisfy { !$0.hasPrefix(".magpie-") })
    }

    @Test("is refused before anything is made where it cannot be written, and beside what it does not go with")
    func refused() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        for (words, text) in [
            (["--manifest", "in"], "the manifest in is a folder"), (["--manifest", "none/m.json"], "cannot write"),
            (["--manifest", "m.json", "--crop", "objects"], "--crop"),
            (["--manifest", "m.json", "--dry-run"], "--dry-run"),
        ] {
            let ended = try place.magpie(["prep", "in", "-o", "out"] + words)
            #expect(ended.code != 0 && ended.errors.contains(text), "\(words): \(ended.errors)")
        }
        #expect(place.files(in: "out").isEmpty)
    }
}
