import Testing

@testable import HTTPTransport

@Suite("Addresses of the public internet, and others")
struct AddressTests {
    /// A range as registries write it: its first and last address, and those beside it.
    private struct Network {
        var first: [UInt8]
        var last: [UInt8]

        init(_ text: String) throws {
            let parts = text.split(separator: "/")
            let (address, bits) = try (#require(IPAddress(String(parts[0]))), #require(Int(parts[1])))
            first = address.bytes
            last = first
            for bit in bits..<8 * first.count { last[bit / 8] |= 0x80 >> UInt8(bit % 8) }
        }

        var before: [UInt8]? { Self.step(first, from: 0, to: 255) { $0 - 1 } }
        var after: [UInt8]? { Self.step(last, from: 255, to: 0) { $0 + 1 } }

        /// The next address in one direction; nil at the end of all.
        private static func step(
            _ bytes: [UInt8], from end: UInt8, to start: UInt8, _ change: (UInt8) -> UInt8
        ) -> [UInt8]? {
            guard let place = bytes.lastIndex(where: { $0 != end }) else { return nil }
            var next = bytes
            next[place] = change(next[place])
            for index in place + 1..<next.count { next[index] = start }
            return next
        }
    }

    /// Of the registries of special-purpose addresses of IANA, and of clouds.
    private static let ranges = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
        "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3", "168.63.129.16/32", "161.26.0.0/16",
        "166.8.0.0/14", "199.36.153.0/24", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    ]

    @Test("each special range is closed from its first to its last address, and open on both sides", arguments: ranges)
    func special(_ text: String) throws {
        let range = try Network(text)
        for bytes in [range.first, range.last] {
            #expect(!IPAddress(bytes: bytes).isPublic, "\(IPAddress(bytes: bytes).text)")
        }
        for bytes in [range.before, range.after].compactMap(\.self) where bytes.count == 4 || bytes[0] >> 5 == 1 {
            // 2000:: stands beside what is not given out.
            #expect(IPAddress(bytes: bytes).isPublic, "\(IPAddress(bytes: bytes).text)")
        }
    }

    @Test(
        "all bits before the end of a range count",
        arguments: ["64.168.1.1", "44.16.0.1", "41.254.169.254", "192.40.1.1"])
    func leadingBits(_ text: String) throws {
        #expect(try #require(IPAddress(text)).isPublic)
    }

    @Test("of version 6 only what is given out is public, without what carries an address of version 4")
    func version6() throws {
        func isPublic(_ text: String) throws -> Bool { try #require(IPAddress(text)).isPublic }
        for text in ["2000::", "2606:4700::1111", "3ffe:ffff::1", "2a00::5eff:a00:1", "2a00::1:5efe:a00:1"] {
            #expect(try isPublic(text), "\(text)")
        }
        for text in [
            "::", "::1", "::8.8.8.8", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "1fff:ffff::1", "4000::", "fc00::1",
            "fe80::1",
            "ff02::1", "2a00::5efe:808:808", "2a00::200:5efe:808:808",
        ] {
            #expect(try !isPublic(text), "\(text)")
        }
    }

    @Test("this machine is 127.0.0.0/8 and ::1, also as a socket for both versions writes them")
    func loopback() throws {
        func isLoopback(_ text: String) throws -> Bool { try #require(IPAddress(text)).isLoopback }
        for text in ["127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1"] {
            #expect(try isLoopback(text), "\(text)")
        }
        for text in [
            "126.255.255.255", "128.0.0.1", "::", "::2", "1::1", "::ffff:128.0.0.1", "::127.0.0.1", "::fffe:127.0.0.1",
        ] {
            #expect(try !isLoopback(text), "\(text)")
        }
    }

    @Test("a client is an address of version 4, or a network of version 6")
    func sender() {
        #expect(IPAddress.sender("192.0.2.7") == [192, 0, 2, 7])
        #expect(IPAddress.sender("::ffff:192.0.2.7") == [192, 0, 2, 7])
        #expect(IPAddress.sender("2001:db8:1:2:3:4:5:6") == [0x20, 1, 0xd, 0xb8, 0, 1, 0, 2])
        #expect(IPAddress.sender("host") == Array("host".utf8))
    }

    @Test("an address is read in its one spelling, and written so that it can be read again")
    func spelling() throws {
        for text in ["192.0.2.7", "0.0.0.0", "255.255.255.255"] { #expect(IPAddress(text)?.text == text) }
        #expect(IPAddress("2001:db8::1")?.text == "2001:db8:0:0:0:0:0:1")
        #expect(
            IPAddress("2001:db8::1")?.inURL == "[2001:db8:0:0:0:0:0:1]" && IPAddress("192.0.2.7")?.inURL == "192.0.2.7")
        for text in [
            "", "127.1", "0177.0.0.1", "0x7f.0.0.1", "2130706433", "127.0.0.1\0", "1.2.3.4 ", "[::1]", "fe80::1%1",
        ] {
            #expect(IPAddress(text) == nil, "\(text)")
        }
    }
}
