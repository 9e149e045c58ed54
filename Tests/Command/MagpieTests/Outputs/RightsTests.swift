import PictureTestSupport
import TestSupport
import Testing

@testable import Imaging
@testable import magpie

@Suite("magpie prep --keep rights", .timeLimit(.minutes(5)))
struct RightsTests {
    private let place: Workplace
    private static let store = MadeCredentials.store(MadeCredentials.actions("trainedAlgorithmicMedia"))

    init() throws {
        place = try Workplace()
        let mark = FileBlocks.xmp(
            FileBlocks.list("dc:creator", "Ada"),
            attributes: "Iptc4xmpExt:DigitalSourceType=\"trainedAlgorithmicMedia\"")
        let exif = FileBlocks.exif([.init(0x013B, "Ada"), .init(0x8298, "© Ada")])
        try place.write(try picture(90, 60, seed: 1), to: "in/bare.jpg")
        try place.write(try picture(90, 60, seed: 2).adding(xmp: mark), to: "in/mark.jpg")
        try place.write(try picture(90, 60, seed: 3).adding(jumbf: Self.store), to: "in/signed.jpg")
        try place.write(try picture(90, 60, seed: 4).adding(exif: exif), to: "in/exif.jpg")
    }

    private struct Told: Equatable {
        var provenance: String?
        var ai: String?
        var leftOut: [String]?
    }

    /// The members of each line, by the name of its input.
    private func prep(_ more: String...) throws -> [String: Told] {
        let ended = try place.magpie(["prep", "in", "-o", "out", "--json"] + more)
        #expect(ended.code == 0, "\(ended.errors)")
        return Dictionary(
            uniqueKeysWithValues: try ended.json().map { line in
                let outputs = line["outputs"] as? [[String: Any]]
                return (
                    line["path"] as? String ?? "",
                    Told(
                        provenance: line["provenance"] as? String, ai: line["ai"] as? String,
                        leftOut: outputs?.first?["leftOut"] as? [String])
                )
            })
    }

    private let ai = "trainedAlgorithmicMedia"

    @Test("lost marks are told for each picture that has any, by --update as well, and counted at the end")
    func dropped() throws {
        let expected = [
            "in/bare.jpg": Told(), "in/mark.jpg": Told(provenance: "dropped", ai: ai),
            "in/signed.jpg": Told(provenance: "dropped", ai: ai), "in/exif.jpg": Told(provenance: "dropped"),
        ]
        #expect(try prep() == expected)
        #expect(try prep("--update") == expected)
        let ended = try place.magpie("prep", "in", "-o", "out")
        #expect(ended.text.contains("3 images lost marks of rights or origin, 2 of them of generated pictures"))
        try place.write(try picture(seed: 9), to: "plain/a.jpg")
        #expect(try !place.magpie("prep", "plain", "-o", "other").text.contains("marks"))
    }

    @Test("kept marks are in each output, and Content Credentials are told apart from them")
    func kept() throws {
        let expected = [
            "in/bare.jpg": Told(), "in/mark.jpg": Told(provenance: "kept", ai: ai),
            "in/signed.jpg": Told(provenance: "reduced", ai: ai), "in/exif.jpg": Told(provenance: "kept"),
        ]
        for more in ["--ordered", "--update"] { #expect(try prep("--keep", "rights", more) == expected) }
        // The pictures have the size that is asked for, so that they are copied as they are.
        let made = place.files(in: "out")
        for (name, file) in made {
            let input = try contents(of: place / "in/\(name.text)")
            #expect(file.suffix(400) == input.suffix(400), "\(name)")
        }
        let mark = try #require(made[Path("mark.jpg")])
        #expect(try PictureRights(mark).creators == ["Ada"] && PictureRights(mark).aiSourceType == ai)
        let ended = try place.magpie("prep", "in", "-o", "out", "--keep", "rights")
        #expect(ended.text.contains("1 image lost Content Credentials, not the other marks"))
        #expect(try prep("--keep", "rights", "--format", "avif,gif")["in/mark.jpg"]?.provenance == "kept")
    }

    @Test("the tags of EXIF alone are kept by --keep exif, where the format has them")
    func exif() throws {
        #expect(try prep("--keep", "exif")["in/exif.jpg"] == Told(provenance: "kept"))
        #expect(try prep("--keep", "exif")["in/mark.jpg"]?.provenance == "dropped")
        let avif = try prep("--keep", "exif", "--format", "avif")["in/exif.jpg"]
        #expect(avif == Told(provenance: "dropped", leftOut: ["exif"]))
    }

    @Test("one picture through a pipe and the objects of a picture have the marks")
    func others() throws {
        let ended = try place.magpie("prep", "in/mark.jpg", "-o", "-", "--size", "40", "--keep", "rights")
        #expect(try PictureRights(ended.output).aiSourceType == ai)
        let wrong = try place.magpie("prep", "in", "-o", "out", "--keep", "right")
        #expect(wrong.code == 1 && wrong.errors.contains("rights"))
    }
}
