import CKernels
import Testing

@testable import VisualSearch

@Suite("Vector loops of every instruction set")
struct KernelParityTests {
    /// Those of this machine; the emulated ones are tried by Tests/CKernelsTests/CrossParity/run.sh.
    static let vector = [CK_AVX2, CK_AVX512, CK_NEON].filter { ck_supports($0) == 1 }.map(\.rawValue)

    @Test("dot products are those of plain C", arguments: vector, [64, 192, 256, 512])
    func dots(isa: UInt32, stride: Int) throws {
        var random = SplitMix(seed: UInt64(stride))
        for count in [1, 2, 3, 4, 7, 64, 65] {
            let rows = (0..<(count * stride)).map { _ in Int8.random(in: .min ... .max, using: &random) }
            let queries = (0..<(4 * stride)).map { _ in Int8.random(in: .min ... .max, using: &random) }
            let found = [CK_SCALAR, ck_isa(rawValue: isa)].map { isa in
                var one = [Int32](repeating: 0, count: count)
                var four = [Int32](repeating: 0, count: 4 * count)
                // Safe: all arrays hold what the kernels ask for.
                unsafe ck_dots(isa)!(queries, rows, stride, count, &one)
                unsafe ck_dots4(isa)!(queries, rows, stride, count, &four)
                return one + four
            }
            #expect(found[0] == found[1], "\(count) rows")
        }
    }

    @Test("Hamming distances are those of plain C", arguments: vector, [1, 3, 4, 6, 8, 64])
    func hamming(isa: UInt32, words: Int) {
        var random = SplitMix(seed: UInt64(words))
        for blocks in 1...8 {
            let codes = (0..<(blocks * 8 * words)).map { _ in random.next() }
            let query = (0..<words).map { _ in random.next() }
            let limit = UInt32(words * 32)
            let found = [CK_SCALAR, ck_isa(rawValue: isa)].map { isa in
                var distances = [UInt16](repeating: 0, count: 64)
                // Safe: as above.
                let passing = unsafe ck_hamming(isa)!(query, codes, words, blocks, limit, &distances)
                return distances.map(UInt64.init) + [passing]
            }
            #expect(found[0] == found[1], "\(blocks) blocks")
        }
    }

    @Test("the smallest keys come to the front, and no key is lost")
    func smallest() {
        var random = SplitMix(seed: 7)
        for count in [1, 2, 10, 300, 5000] {
            for spread in [UInt64(count), 1 << 40, .max] {
                var distinct: Set<UInt64> = []
                while distinct.count < count { distinct.insert(UInt64.random(in: 0...spread, using: &random)) }
                let keys = Array(distinct).shuffled(using: &random)
                for wanted in [0, 1, count / 2, count - 1, count, count + 3] {
                    var found = keys
                    // Safe: the array holds `count` keys.
                    unsafe ck_smallest(&found, count, wanted)
                    let isRight = found.prefix(wanted).sorted() == Array(keys.sorted().prefix(wanted))
                    #expect(isRight, "\(wanted) of \(count) keys up to \(spread)")
                    #expect(Set(found) == distinct)
                }
            }
        }
    }
}
