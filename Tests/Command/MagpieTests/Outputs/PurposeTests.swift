import PictureTestSupport
import Testing
import VisualSearch

@testable import magpie

@Suite("magpie prep --for", .timeLimit(.minutes(5)))
struct PurposeTests {
    let place: Workplace

    init() throws {
        place = try Workplace()
        let large = Recipe(Output(.original, encoding: .jpeg(quality: 92)))
        var photo = try prepare(.pixels(Pictures.scene(2600, 1300)), as: large).outputs[0].bytes
        photo = photo.adding(exif: FileBlocks.exif([.init(0x010F, "Maker")]))
        try place.write(photo, to: "in/a.jpg")
    }

    private func outputs(_ more: String...) throws -> [String: ImageHeader] {
        let ended = try Running(magpieBinary, ["prep", "in", "-o", "out"] + more, in: place.path).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        let made = try place.files(in: "out").map { ($0.key.text, try inspect($0.value)) }
        return Dictionary(uniqueKeysWithValues: made)
    }

    @Test("a purpose has the sizes, formats and qualities that are usual for it")
    func purposes() throws {
        let upload = try #require(try outputs("--for", "upload")["a.jpg"])
        #expect(upload.storedSize == Size(width: 2048, height: 1024) && upload.coding?.quality == 85)
        let search = try #require(try outputs("--for", "search")["a.jpg"])
        #expect(search.storedSize == Size(width: 512, height: 256) && search.coding?.quality ?? 0 >= 92)
        let archive = try #require(try outputs("--for", "archive")["a.jpg"])
        #expect(archive.storedSize == Size(width: 2600, height: 1300) && archive.exif != nil && upload.exif == nil)
        #expect(
            try FileStatus.of(place / "out/a.jpg").modified == FileStatus.of(place / "in/a.jpg").modified)
    }

    @Test("the purpose web makes the srcset of a page")
    func web() throws {
        let made = try outputs("--for", "web")
        #expect(made.count == 9)
        for width in [320, 640, 1280] {
            for (name, format) in [("jpg.avif", ImageFormat.avif), ("jpg.webp", .webp), ("jpg", .jpeg)] {
                let file = name == "jpg" ? "a@\(width)w.jpg" : "a.jpg@\(width)w.\(format.rawValue)"
                #expect(made[file]?.storedSize.width == width && made[file]?.format == format, "\(file)")
            }
        }
        #expect(made["a@640w.jpg"]?.coding?.quality == 80)
    }

    @Test("options that are given count more than the purpose")
    func overridden() throws {
        let made = try outputs("--for", "upload", "--size", "300", "--keep", "exif")
        #expect(made["a.jpg"]?.storedSize.width == 300 && made["a.jpg"]?.coding?.quality == 85)
        #expect(made["a.jpg"]?.exif != nil)
        let plain = try outputs("--for", "archive", "--keep", "none", "--format", "png")
        #expect(plain["a.jpg.png"]?.storedSize.width == 2600 && plain["a.jpg.png"]?.exif == nil)
        let coarse = try outputs("--for", "web", "--format", "jpeg", "--widths", "99", "--quality", "50")
        #expect(coarse["a.jpg"]?.coding?.quality == 50 && coarse["a.jpg"]?.storedSize.width == 99)
        let wrong = try place.magpie("prep", "in", "-o", "out", "--for", "uplaod")
        #expect(wrong.code == 1 && wrong.errors.contains("did you mean upload?"))
    }

    @Test("the hint that outputs are large is given for the quality that nobody asked for, and never else")
    func hint() throws {
        try place.write(try picture(300, 300, as: .jpeg(quality: 20)), to: "in/a.jpg")
        let hint = "--quality 85 makes small files"
        let larger = ["--exact", "400x400"]
        func output(_ more: [String]) throws -> String {
            try Running(magpieBinary, ["prep", "in", "-o", "out"] + larger + more, in: place.path).wait().text
        }
        #expect(try output([]).contains(hint))
        for more in [
            ["--quality", "97"], ["--target-quality", "0.99"], ["--max-output-bytes", "900000"], ["--for", "upload"],
            ["--for", "search"], ["--format", "avif"], ["--format", "png"], ["--format", "webp", "--lossless"],
        ] {
            #expect(try !output(more).contains(hint), "\(more)")
        }
    }
}
