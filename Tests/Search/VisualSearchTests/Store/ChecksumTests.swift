import SQLite
import Testing

@testable import VisualSearch

/// Stores keep these sums: a sum that changes makes every store a damaged one.
@Suite("The checksum of an item")
struct ChecksumTests {
    private static func sum(_ add: (inout Checksum) -> Void) -> Int {
        var sum = Checksum()
        add(&sum)
        return sum.value
    }

    @Test("a number counts with all its bits, as eight bytes", arguments: 0..<64)
    func bits(_ bit: Int) {
        let number = Int(bitPattern: 1 << UInt(bit))
        #expect(Self.sum { $0.add(number) } != Self.sum { $0.add(0) })
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        #expect(Self.sum { $0.add(number) } == Self.sum { sum in for byte in bytes { sum.add(byte) } })
    }

    @Test("the length of a part counts, so that no byte moves from one to the next")
    func lengths() {
        func sum(_ first: String, _ second: String) -> Int {
            Self.sum { sum in
                sum.add(first)
                sum.add(second)
            }
        }
        #expect(sum("ab", "c") != sum("a", "bc"))
        #expect(sum("", "") != Self.sum { $0.add("") })
        #expect(Self.sum { $0.add("é") } == Self.sum { $0.add([0xC3, 0xA9] as [UInt8]) })
    }

    @Test("what is missing counts as a zero, and a one stands before what is there, be it empty or zero")
    func optionals() {
        let missing = Self.sum { $0.add(0) }
        #expect(Self.sum { $0.add(optional: nil as String?) } == missing)
        #expect(Self.sum { $0.add(optional: nil as [UInt8]?) } == missing)
        #expect(Self.sum { $0.add(optional: nil as Int?) } == missing)
        func present(_ add: (inout Checksum) -> Void) -> Int {
            Self.sum { sum in
                sum.add(1)
                add(&sum)
            }
        }
        #expect(Self.sum { $0.add(optional: "") } == present { $0.add("") })
        #expect(Self.sum { $0.add(optional: [] as [UInt8]) } == present { $0.add("") })
        #expect(Self.sum { $0.add(optional: 0) } == present { $0.add(0) })
    }
}
