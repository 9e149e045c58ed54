import Dispatch
import Foundation

/// The true answers, and vectors and queries in files for the contenders outside of this process. They go when the value
/// does.
final class VectorFiles {
    let count: Int
    private let folder: URL
    let source: VectorSource
    var queries: [[Float]] { source.queries }
    /// The ten nearest of each query by float32.
    let truth: [[Int]]

    var vectorsPath: String { folder.appending(path: "vectors").path }
    var queriesPath: String { folder.appending(path: "queries").path }
    var truthPath: String { folder.appending(path: "truth").path }

    /// Without outside contenders nothing is written.
    init(_ source: VectorSource, outside: Bool) throws {
        count = source.count
        self.source = source
        let files = FileManager.default
        folder = files.temporaryDirectory.appending(path: "vectors-\(ProcessInfo.processInfo.processIdentifier)")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        var nearest = source.queries.map { Nearest($0) }
        let path = folder.appending(path: "vectors").path
        guard files.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path) else {
            throw Failure("\(path) cannot be written")
        }
        var rows: [Float] = []
        source.each { slot, vector in
            rows += vector
            guard slot % 4096 == 4095 || slot == source.count - 1 else { return }
            for query in nearest.indices { nearest[query].offer(rows, from: slot / 4096 * 4096) }
            if outside { file.write(VectorFiles.bytes(rows)) }
            rows.removeAll(keepingCapacity: true)
        }
        try file.close()
        truth = nearest.map(\.slots)
        try VectorFiles.bytes(source.queries.flatMap { $0 }).write(to: folder.appending(path: "queries"))
        let slots = truth.flatMap { $0.map(Int32.init) }
        // Safe: an array of plain values is so many bytes.
        try unsafe slots.withUnsafeBytes { unsafe Data($0) }.write(to: folder.appending(path: "truth"))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func bytes(_ values: [Float]) -> Data {
        // Safe: as above.
        unsafe values.withUnsafeBytes { unsafe Data($0) }
    }
}

/// The ten rows with the largest dot products in float32.
private struct Nearest {
    private let query: [SIMD16<Float>]
    private var best: [(dot: Float, slot: Int)] = []
    var slots: [Int] { best.map(\.slot) }

    init(_ query: [Float]) { self.query = Nearest.lanes(query) }

    mutating func offer(_ rows: [Float], from first: Int) {
        let width = query.count * 16
        // Safe: each row has `width` values.
        unsafe rows.withUnsafeBytes { bytes in
            for row in 0..<(rows.count / width) {
                var sums = SIMD16<Float>()
                for lane in query.indices {
                    let values = unsafe bytes.loadUnaligned(
                        fromByteOffset: (row * width + lane * 16) * 4, as: SIMD16<Float>.self)
                    sums += values * query[lane]
                }
                let dot = sums.sum()
                guard best.count < 10 || dot > best[9].dot else { continue }
                let place = best.firstIndex { $0.dot < dot } ?? best.count
                best.insert((dot, first + row), at: place)
                if best.count > 10 { best.removeLast() }
            }
        }
    }

    private static func lanes(_ values: [Float]) -> [SIMD16<Float>] {
        stride(from: 0, to: values.count, by: 16).map { SIMD16(values[$0..<($0 + 16)]) }
    }
}
