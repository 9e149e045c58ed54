import Foundation
import Imaging
import Testing

@testable import magpie

@Suite("MAGPIE_ISA chooses the instruction set of a run")
struct InstructionSetTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    @Test("a name that is none, or of another kind of machine, is refused with those that are possible")
    func refused() throws {
        let other = InstructionSet.available.contains("neon") ? "avx2" : "neon"
        for name in ["avx1024", "AVX2", other] {
            let ended = try place.magpie("version", environment: ["MAGPIE_ISA": name])
            #expect(ended.code == 2 && ended.output.isEmpty)
            let possible = InstructionSet.available.joined(separator: ", ")
            #expect(ended.errors == "magpie: MAGPIE_ISA is '\(name)'; this machine has \(possible)\n")
        }
    }

    @Test("every one makes the same bytes of a photo")
    func same() throws {
        try place.write(try picture(640, 480), to: "a.jpg")
        var made: [[UInt8]] = []
        for name in InstructionSet.available + [""] {
            let ended = try place.magpie(
                "prep", "a.jpg", "--size", "100", "-o", "out\(made.count)", "--json", environment: ["MAGPIE_ISA": name])
            #expect(ended.code == 0, "\(name): \(ended.errors)")
            let path = try #require(try ended.byPath()["a.jpg"]?.outputs.first?["path"] as? String)
            made.append(try contents(of: place / path))
        }
        #expect(made.allSatisfy { $0 == made[0] && !$0.isEmpty })
    }
}
