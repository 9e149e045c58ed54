import Foundation
import Imaging

/// The bytes of a file and what it was like just before they were read.
struct FileContents {
    let status: FileStatus
    let bytes: [UInt8]

    /// Reads a regular file whole; anything else is refused without opening it, so a FIFO never blocks.
    init(_ path: Path, limit: Int) throws(ImageError) {
        do throws(SystemError) {
            guard try FileStatus.of(path).kind == .file else { throw SystemError(EINVAL) }
            let file = try OpenFile(path)
            status = try FileStatus.of(descriptor: file.descriptor)
            // One byte more tells a file that is too large; there is none beyond `Int.max`.
            let bytes = try Self.read(file, count: min(status.size, limit == .max ? limit : limit + 1))
            self.bytes = bytes
        } catch {
            if error.code == EINVAL { throw .unreadable(path: path.text, reason: "it is not a regular file") }
            throw ImageError(error, reading: path)
        }
        if bytes.count > limit { throw .tooLarge(stage: .read, value: status.size, limit: limit, unit: "bytes") }
        if bytes.isEmpty { throw .empty }
    }

    private static func read(_ file: OpenFile, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        // Safe: each read fills what is left of the buffer, and as many bytes as were read become part of the array.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = unsafe Foundation.read(file.descriptor, buffer.baseAddress! + filled, count - filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = SystemError.last }
                if got <= 0 { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

extension [UInt8] {
    /// 128 bits that tell whether two files hold the same: two mixes of eight bytes at a time (as in MurmurHash3,
    /// which is in the public domain). No protection against forgery.
    var contentHash: [UInt8] {
        var (left, right) = (UInt64(count), ~UInt64(count))
        let whole = count / 8 * 8
        // Safe: every load lies below `whole`.
        unsafe withUnsafeBytes { raw in
            for offset in stride(from: 0, to: whole, by: 8) {
                let word = UInt64(littleEndian: unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                left = Self.mix(left ^ word)
                right = (right &+ word) &* 0x9e37_79b9_7f4a_7c15
                right ^= right >> 29
            }
        }
        for byte in self[whole...] {
            left = Self.mix(left ^ UInt64(byte))
            right = Self.mix(right &+ UInt64(byte))
        }
        return [Self.mix(left), Self.mix(right ^ left)].flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var value = (value ^ value >> 33) &* 0xff51_afd7_ed55_8ccd
        value = (value ^ value >> 33) &* 0xc4ce_b9fe_1a85_ec53
        return value ^ value >> 33
    }
}
