import CVipsShim
import Essentials

/// A share of the decoded pixels that all jobs of this process may hold at the same time, given back at its end.
struct MemoryReservation: ~Copyable {
    private let bytes: Int

    /// Waits until `bytes` more fit below `limit`, at most until the deadline, and not for a job that is cancelled.
    init(_ bytes: Int, limit: Int, until deadline: Deadline) throws(ImageError) {
        guard bytes <= limit else {
            throw .tooLarge(stage: .decode, value: bytes, limit: limit, unit: "bytes of decoded pixels")
        }
        try MemoryBudget.shared.take(bytes, limit: limit, until: deadline)
        self.bytes = bytes
    }

    deinit { MemoryBudget.shared.give(bytes) }
}

/// The decoded bytes that are reserved in this process.
///
/// Safe: `inUse` is read and written under the condition's lock only.
private final class MemoryBudget: @unchecked Sendable {
    static let shared = MemoryBudget()
    private let changed = Lock()
    private var inUse = 0
    /// Seconds between two looks at the flag of a job that waits: a flag wakes nobody.
    private static let slice = 0.1

    /// Throws where other jobs did not end in time, or nobody wants this one any more.
    func take(_ bytes: Int, limit: Int, until deadline: Deadline) throws(ImageError) {
        changed.lock()
        defer { changed.unlock() }
        while inUse > limit - bytes {
            try deadline.check(.decode)
            let seconds = min(max(deadline.time - cvs_now(), 0.001), Self.slice)
            changed.wait(seconds: seconds)
        }
        inUse += bytes
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
        // LibRaw tells its need itself: see `PixelSource.heldBytes`.
        if isDeveloped { return 0 }
        return switch format {
        // Coefficients of all components are kept until the last scan.
        case .jpeg, .raw: isInterlaced ? times(2 * components) : storedSize.width * 64
        case .png: isInterlaced ? times((hasAlpha ? 4 : components) * sample) : storedSize.width * 256
        // Strips and tiles may be as large as the picture.
        case .tiff: times(components * sample)
        default: times(4)
        }
    }
}
