import Testing

@testable import SQLite

/// The sums were computed apart from the package, by the definition in the documentation of SQLite.
@Suite("The checksum of a log")
struct LogChecksumTests {
    private static let page = (200..<216).map { UInt8($0) }

    private func header(_ last: UInt8) -> [UInt8] { [0x37, 0x7F, 0x06, last] + (4..<32).map { UInt8($0) } }

    private func bytes(_ first: UInt32, _ second: UInt32) -> [UInt8] {
        [first, second].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    @Test(
        "it begins with 24 bytes of the header, goes on with pages, and reads words in the order that the header names",
        arguments: [
            (0x82, [0xD766_BB4B, 0x9CB4_6E20, 0xC021_F422, 0x4461_F915]),
            (0x83, [0x4DBA_66DC, 0x246C_B4A4, 0x37EE_22DC, 0x38EF_6371]),
        ] as [(UInt8, [UInt32])])
    func sums(_ last: UInt8, _ sums: [UInt32]) {
        var checksum = LogChecksum(header(last))
        #expect(checksum.isEqual(to: bytes(sums[0], sums[1])[...]))
        checksum.add(Self.page[...])
        #expect(checksum.isEqual(to: bytes(sums[2], sums[3])[...]))
        // In the middle of a page, as where it is read.
        #expect(checksum.isEqual(to: ([1, 2, 3] + bytes(sums[2], sums[3]) + [4])[3..<11]))
    }

    @Test("both words count, and no bit of them may differ")
    func differences() {
        let checksum = LogChecksum(header(0x82))
        let right = bytes(0xD766_BB4B, 0x9CB4_6E20)
        for bit in 0..<64 {
            var wrong = right
            wrong[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!checksum.isEqual(to: wrong[...]))
        }
    }
}
