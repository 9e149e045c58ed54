import Testing

@testable import magpie

@Suite("Refused queries", .timeLimit(.minutes(5)))
struct RefusedQueryTests {
    @Test("a file that is no picture is named, alone and among others, and the exit code is 2")
    func notAPicture() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        try place.write(Array("hello".utf8), to: "text.jpg")
        #expect(try place.magpie("index", "in", "-q").code == 0)
        for arguments in [["text.jpg"], ["in/a.jpg", "text.jpg"]] {
            let ended = try Running(magpieBinary, ["search"] + arguments, in: place.path).wait()
            #expect(ended.code == 2)
            let reason = "the input is text, not JPEG, PNG, WebP, GIF, TIFF, HEIC, AVIF or RAW"
            #expect(ended.errors == "magpie: text.jpg: \(reason)\n")
        }
    }

    @Test("a field that is not there, in a store without fields, is an error that says so")
    func noFields() throws {
        let place = try Workplace()
        try place.write(try picture(), to: "in/a.jpg")
        #expect(try place.magpie("index", "in", "-q", "--no-metadata").code == 0)
        let ended = try place.magpie("search", "in/a.jpg", "--filter", "brand:Lumo")
        #expect(ended.code != 0)
        #expect(ended.errors.contains("there is no field `brand`; the items of the store have no fields"))
    }
}
