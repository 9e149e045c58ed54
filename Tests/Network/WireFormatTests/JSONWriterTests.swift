import Foundation
import TestSupport
import Testing
import WireFormat

@Suite struct JSONWriterTests {
    private func bytes(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.value(value)
        return writer.bytes
    }

    @Test("what is written is read by Foundation as the same")
    func foundation() throws {
        let value: JSONValue = .object([
            "text": .string("quote \" backslash \\ line\n tab\t bell\u{7} e\u{301} 🧢 </script> \u{2028}"),
            "numbers": .array([
                .int(0), .int(-7), .int(.max), .int(.min), .number(0.1), .number(1e-7), .number(-2.5e300), .number(3),
            ]),
            "flags": .array([.bool(true), .bool(false), .null]), "": .object([:]), "list": .array([]),
            "\"key\"\n": .array([.array([]), .object(["a": .null])]),
        ])
        let read = try JSONSerialization.jsonObject(with: Data(bytes(value))) as? NSDictionary
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data(bytes(value))) == normalized(value))
        let encoder = JSONEncoder()
        let reference = try JSONSerialization.jsonObject(with: encoder.encode(value)) as? NSDictionary
        #expect(read == reference)
    }

    /// A number without a fraction is written as a whole one.
    private func normalized(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(3): .int(3)
        case .array(let values): .array(values.map(normalized))
        case .object(let members): .object(members.mapValues(normalized))
        default: value
        }
    }

    @Test("random values come back as they went", arguments: 0..<50)
    func random(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let value = JSONValue.object(["value": make(&random, depth: 0)])
        #expect(try JSONValue(parsing: bytes(value)) == value)
    }

    private func make(_ random: inout SplitMix, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .int(Int.random(in: Int.min...Int.max, using: &random))
        case 3: return .number(Double.random(in: -1e6...1e6, using: &random) + 0.123)
        case 4, 5:
            let scalars = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FF, using: &random)) ?? "?"
            }
            return .string(String(String.UnicodeScalarView(scalars)))
        case 6: return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in make(&random, depth: depth + 1) })
        default:
            let members = (0..<Int.random(in: 0...4, using: &random)).map {
                ("k\($0)", make(&random, depth: depth + 1))
            }
            return .object(Dictionary(uniqueKeysWithValues: members))
        }
    }

    @Test("numbers that JSON has not are null")
    func notFinite() {
        #expect(bytes(.array([.number(.nan), .number(.infinity)])) == Array("[null,null]".utf8))
    }
}
