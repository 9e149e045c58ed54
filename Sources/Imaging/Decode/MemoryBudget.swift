import Foundation

/// A share of the decoded pixels that all jobs of this process may hold at the same time, given back at its end.
struct MemoryReservation: ~Copyable {
    private let bytes: Int

    /// Waits until `bytes` more fit below `limit`, at most for `seconds`.
    init(_ bytes: Int, limit: Int, seconds: Double) throws(ImageError) {
        guard bytes <= limit else {
            throw .tooLarge(stage: .decode, value: bytes, limit: limit, unit: "bytes of decoded pixels")
        }
        guard MemoryBudget.shared.take(bytes, limit: limit, seconds: seconds) else {
            throw .timedOut(stage: .decode, seconds: seconds)
        }
        self.bytes = bytes
    }

    deinit { MemoryBudget.shared.give(bytes) }
}

/// The decoded bytes that are reserved in this process.
///
/// Safe: `inUse` is read and written under the condition's lock only.
private final class MemoryBudget: @unchecked Sendable {
    static let shared = MemoryBudget()
    private let changed = NSCondition()
    private var inUse = 0

    /// False where other jobs did not end in time.
    func take(_ bytes: Int, limit: Int, seconds: Double) -> Bool {
        // A wait of a century is as good as one of any longer time, which a date cannot hold.
        let end = Date(timeIntervalSinceNow: min(seconds, 3e9))
        changed.lock()
        defer { changed.unlock() }
        while inUse > limit - bytes { guard changed.wait(until: end) else { return false } }
        inUse += bytes
        return true
    }

    func give(_ bytes: Int) {
        changed.lock()
        inUse -= bytes
        changed.broadcast()
        changed.unlock()
    }
}

extension ImageHeader {
    /// Decoded bytes that the decoder keeps at the same time: nearly nothing where it streams rows.
    var decodedBytes: Int {
        let pixels = storedSize.pixelCount
        let sample = bitDepth > 8 ? 2 : 1
        func times(_ factor: Int) -> Int { min(pixels, Int.max / 4 / max(factor, 1)) * factor }
        return switch format {
        // Coefficients of all components are kept until the last scan.
        case .jpeg: isInterlaced ? times(2 * components) : storedSize.width * 64
        case .png: isInterlaced ? times(components * sample) : storedSize.width * 256
        // Strips and tiles may be as large as the picture.
        case .tiff: times(components * sample)
        default: times(4)
        }
    }
}
