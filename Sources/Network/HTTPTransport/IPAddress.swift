internal import Essentials

/// An address of a host on the network: 4 bytes, or 16 for version 6.
package struct IPAddress: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the one usual spelling, `192.0.2.1` or `2001:db8::1`. Rejects shortened, octal, hexadecimal and 32-bit
    /// spellings, which some resolvers understand.
    package init?(_ text: String) {
        guard !text.utf8.contains(0) else { return nil }
        var four = [UInt8](repeating: 0, count: 4)
        var six = [UInt8](repeating: 0, count: 16)
        // Safe: the buffers are as long as an address of their family.
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            bytes = four
        } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
            bytes = six
        } else {
            return nil
        }
    }

    /// Numeric, version 6 without brackets and not shortened.
    package var text: String {
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        let words = stride(from: 0, to: 16, by: 2).map { String(UInt(bytes[$0]) << 8 | UInt(bytes[$0 + 1]), radix: 16) }
        return words.joined(separator: ":")
    }

    /// The address in a URL: version 6 between brackets.
    package var inURL: String { bytes.count == 4 ? text : "[\(text)]" }

    /// True if the address is this machine itself.
    package var isLoopback: Bool {
        if bytes.count == 4 { return bytes[0] == 127 }
        return bytes == [UInt8](repeating: 0, count: 15) + [1] || isVersion4InVersion6 && bytes[12] == 127
    }

    /// ::ffff:0:0/96: an address of version 4, as a socket for both versions writes it.
    private var isVersion4InVersion6: Bool { begins(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], bits: 96) }

    /// The key of a client where something is limited for each: an address of version 4, or a network of version 6, of
    /// which a host has all 2^64 addresses. `admit.c` counts connections in the same way.
    package var sender: [UInt8] {
        if bytes.count == 4 { return bytes }
        return isVersion4InVersion6 ? Array(bytes.suffix(4)) : Array(bytes.prefix(8))
    }

    /// ``sender`` of a numeric address; the bytes of any other text.
    package static func sender(_ text: String) -> [UInt8] { IPAddress(text)?.sender ?? Array(text.utf8) }

    /// True if the address is part of the public internet: the IANA registries of special-purpose addresses, read so
    /// that every doubtful address is not public.
    package var isPublic: Bool { bytes.count == 4 ? isPublicVersion4 : isPublicVersion6 }

    /// Beside those of the registries, addresses at which clouds answer their own machines alone: 168.63.129.16 (the host
    /// of a machine at Azure), 161.26.0.0/16 and 166.8.0.0/14 (services of IBM), 199.36.153.0/24 (those of Google). The
    /// other clouds use 169.254.0.0/16, 100.64.0.0/10 and 192.0.0.0/24, and addresses of fd00::/8.
    private var isPublicVersion4: Bool {
        let special: [([UInt8], Int)] = [
            ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12), ([192, 0, 0], 24),
            ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15), ([198, 51, 100], 24),
            ([203, 0, 113], 24), ([192, 31, 196], 24), ([192, 52, 193], 24), ([192, 175, 48], 24), ([224], 3),
            ([168, 63, 129, 16], 32), ([161, 26], 16), ([166, 8], 14), ([199, 36, 153], 24),
        ]
        return !special.contains { begins(with: $0.0, bits: $0.1) }
    }

    /// Only 2000::/3 is given out. That leaves out ::, ::1, addresses of version 4 in ::/96, ::ffff:0:0/96 and
    /// 64:ff9b::/96, fc00::/7, fe80::/10 and ff00::/8; inside it are Teredo, 6to4, documentation and the like.
    private var isPublicVersion6: Bool {
        guard begins(with: [0x20], bits: 3) else { return false }
        let special: [([UInt8], Int)] = [
            ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0d, 0xb8], 32), ([0x20, 0x02], 16), ([0x3f, 0xff, 0x00], 20),
        ]
        if special.contains(where: { begins(with: $0.0, bits: $0.1) }) { return false }
        // ISATAP carries an address of version 4 behind this mark.
        let interface = bytes[8..<12]
        return interface != [0, 0, 0x5e, 0xfe] && interface != [2, 0, 0x5e, 0xfe]
    }

    private func begins(with prefix: [UInt8], bits: Int) -> Bool {
        guard bytes.count >= prefix.count else { return false }
        for index in 0..<(bits + 7) / 8 {
            let mask = UInt8(truncatingIfNeeded: 0xff00 >> min(8, bits - index * 8))
            if bytes[index] & mask != prefix[index] & mask { return false }
        }
        return true
    }
}
