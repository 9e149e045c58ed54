import Foundation

/// Bounds the decoded pixels that all jobs of this process hold at the same time.
///
/// Safe: `inUse` is read and written under the condition's lock only.
final class MemoryBudget: @unchecked Sendable {
    static let shared = MemoryBudget()
    private let changed = NSCondition()
    private var inUse = 0

    /// Runs `body` when `bytes` more fit below `limit`; waits for other jobs until `deadline` seconds from now.
    func reserving<Value>(
        _ bytes: Int, limit: Int, seconds: Double, body: () throws(ImageError) -> Value
    ) throws(ImageError) -> Value {
        guard bytes <= limit else {
            throw .tooLarge(stage: .decode, value: bytes, limit: limit, unit: "bytes of decoded pixels")
        }
        // A wait of a century is as good as one of any longer time, which a date cannot hold.
        let end = Date(timeIntervalSinceNow: min(seconds, 3e9))
        changed.lock()
        while inUse > limit - bytes {
            guard changed.wait(until: end) else {
                changed.unlock()
                throw .timedOut(stage: .decode, seconds: seconds)
            }
        }
        inUse += bytes
        changed.unlock()
        defer {
            changed.lock()
            inUse -= bytes
            changed.broadcast()
            changed.unlock()
        }
        return try body()
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
