import Testing

@testable import HTTPTransport

@Suite("What a server signs with its keys")
struct SealTests {
    @Test("a code is that of RFC 4231 for its example, two digits for each byte")
    func code() {
        let code = Credentials.seal("what do ya want for nothing?", by: Array("Jefe".utf8))
        #expect(code == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test("the pair that signed is found by its access key, and nothing else passes for it")
    func pairs() throws {
        let keys = try Credentials(lines: "APPKEY\nak:sk\nak2:sk2\n")
        let seal = Credentials.seal("message", access: "ak2", secret: "sk2")
        let found = keys.pair(thatSealed: "message", seal, access: "ak2")
        #expect(found?.access == "ak2" && found?.secret == "sk2")
        #expect(keys.pair(thatSealed: "message", seal, access: "ak") == nil)
        #expect(keys.pair(thatSealed: "message", seal, access: "APPKEY") == nil)
        #expect(keys.pair(thatSealed: "massage", seal, access: "ak2") == nil)
        for forged in ["", String(seal.dropLast()), seal + "0", seal.uppercased(), String(seal.reversed())] {
            #expect(keys.pair(thatSealed: "message", forged, access: "ak2") == nil)
        }
        let foreign = Credentials.seal("message", access: "ak3", secret: "sk3")
        #expect(keys.pair(thatSealed: "message", foreign, access: "ak3") == nil)
    }

    @Test("a shortened code is of any pair, and one of another length or another key is refused")
    func shortened() throws {
        let keys = try Credentials(lines: "ak:sk\nak2:sk2\n")
        let seal = try #require(keys.seal("message"))
        #expect(seal == Credentials.seal("message", access: "ak", secret: "sk"))
        #expect(keys.sealed("message", String(seal.prefix(20)), digits: 20))
        let second = Credentials.seal("message", access: "ak2", secret: "sk2")
        #expect(keys.sealed("message", String(second.prefix(20)), digits: 20))
        #expect(!keys.sealed("massage", String(seal.prefix(20)), digits: 20))
        #expect(!keys.sealed("message", String(seal.prefix(19)), digits: 20))
        #expect(!keys.sealed("message", String(seal.prefix(21)), digits: 20))
        #expect(!keys.sealed("message", "", digits: 20))
        #expect(try Credentials(lines: "APPKEY").seal("message") == nil)
    }

    @Test("bytes are equal only where all are", arguments: [0, 1, 31, 63])
    func equality(_ place: Int) {
        let bytes = (0..<64).map { UInt8($0) }
        #expect(Credentials.areEqual(bytes, bytes) && Credentials.areEqual([], []))
        for bit in 0..<8 {
            var other = bytes
            other[place] ^= 1 << bit
            #expect(!Credentials.areEqual(bytes, other))
        }
        #expect(!Credentials.areEqual(bytes, Array(bytes.dropLast())) && !Credentials.areEqual([], [0]))
    }
}
