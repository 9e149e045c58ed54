import CSearchData
import Testing

@testable import VisualSearch

@Suite("The file of parameters")
struct ParameterFileTests {
    /// A file with one table of floats and one of scaled bytes.
    static let small: [UInt8] = {
        var bytes = Array("MAGPIEDS".utf8)
        bytes += [1, 0, 0, 0, 2, 0, 0, 0]
        bytes += [1, UInt8(ascii: "f"), 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 192]
        bytes += [1, UInt8(ascii: "b"), 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 63, 0, 0, 0, 64, 3, 255]
        return bytes
    }()

    @Test("reads floats and scaled bytes")
    func reads() throws {
        let file = try ParameterFile(Self.small)
        #expect(try file.table("f").values == [1, -2])
        #expect(try file.table("b", rows: 2, columns: 1).values == [1.5, -2])
    }

    @Test("cut at any byte is refused")
    func cut() {
        for count in Self.small.indices {
            #expect(throws: DescribeError.self) { try ParameterFile(Array(Self.small.prefix(count))) }
        }
    }

    @Test("with bytes behind its end, a wrong start, an unknown version or kind is refused")
    func damaged() {
        #expect(throws: DescribeError.self) { try ParameterFile(Self.small + [0]) }
        for (at, value) in [(0, 0), (8, 2), (18, 7), (19, 255), (22, 255), (26, 255)] as [(Int, UInt8)] {
            var bytes = Self.small
            bytes[at] = value
            #expect(throws: DescribeError.self, "byte \(at)") { try ParameterFile(bytes) }
        }
    }

    @Test("names what is missing or of another size")
    func missing() throws {
        let file = try ParameterFile(Self.small)
        #expect(throws: DescribeError.unusableParameters(detail: "x is missing")) { try file.table("x") }
        #expect(throws: DescribeError.unusableParameters(detail: "f has 1 x 2 values")) {
            try file.table("f", columns: 3)
        }
    }

    @Test(
        "with a number that is none where a whole number is needed is refused",
        arguments: ["scale", "strides"], [Float.infinity, -.infinity, .nan, 1e30, 0, 0.5])
    func unusableNumber(_ table: String, _ number: Float) throws {
        var count = 0
        // Safe: the bytes are constant, live as long as the program, and `count` is their number.
        var bytes = unsafe Array(UnsafeBufferPointer(start: csd_descriptor(&count), count: count))
        let name = [UInt8(table.utf8.count)] + Array(table.utf8)
        let start = try #require(bytes.firstRange(of: name))
        // Behind the name: the kind, the rows, the columns.
        let place = start.upperBound + 9
        for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: number.bitPattern >> (8 * byte)) }
        #expect(throws: DescribeError.self) { try BuiltInDescriber(parameters: bytes) }
    }

    @Test("that comes with the package has at most 4.1 MB, and a describer knows when it changed")
    func shipped() throws {
        var count = 0
        // Safe: the bytes are constant, live as long as the program, and `count` is their number.
        var bytes = unsafe Array(UnsafeBufferPointer(start: csd_descriptor(&count), count: count))
        #expect(count <= 4_100_000)
        bytes[count - 1] ^= 1
        #expect(try BuiltInDescriber(parameters: bytes).identity != BuiltInDescriber.shared.identity)
    }
}
