import CKernels
import Testing

@testable import VisualSearch

@Suite("Vector loops of every instruction set")
struct KernelParityTests {
    /// Those of this machine; the emulated ones are tried by Tests/Pictures/CKernelsTests/CrossParity/run.sh.
    static let vector = [CK_AVX2, CK_AVX512, CK_NEON].filter { ck_supports($0) == 1 }.map(\.rawValue)

    @Test("dot products are those of plain C", arguments: vector, [64, 192, 256, 512])
    func dots(isa: UInt32, stride: Int) throws {
        var random = SplitMix(seed: UInt64(stride))
        for count in [1, 2, 3, 4, 7, 64, 65] {
            let rows = (0..<(count * stride)).map { _ in Int8.random(in: .min ... .max, using: &random) }
            // Vectors without -128, as descriptors are, may take another way.
            for least in [Int8.min, -.max] {
                let queries = (0..<(4 * stride)).map { _ in Int8.random(in: least ... .max, using: &random) }
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
    }

    @Test("the largest products of bytes stay what they are", arguments: vector)
    func extremes(isa: UInt32) {
        let stride = 64
        for query in [Int8.min, -.max, .max] {
            for row in [Int8.min, -.max, .max] {
                let queries = [Int8](repeating: query, count: 4 * stride)
                let rows = [Int8](repeating: row, count: 4 * stride)
                var dots = [Int32](repeating: 0, count: 16)
                let product = Int32(stride) * Int32(query) * Int32(row)
                // Safe: all arrays hold what the kernels ask for.
                unsafe ck_dots(ck_isa(rawValue: isa))!(queries, rows, stride, 4, &dots)
                #expect(dots[..<4].allSatisfy { $0 == product }, "\(query) x \(row)")
                unsafe ck_dots4(ck_isa(rawValue: isa))!(queries, rows, stride, 4, &dots)
                #expect(dots.allSatisfy { $0 == product }, "\(query) x \(row)")
                var best = [Int32](repeating: .min, count: 4)
                var nearest = [UInt32](repeating: 9, count: 4)
                unsafe ck_assign(ck_isa(rawValue: isa))!(queries, 4, rows, 4, stride, 0, &best, &nearest)
                #expect(best.allSatisfy { $0 == product } && nearest == [0, 0, 0, 0], "\(query) x \(row)")
            }
        }
    }

    @Test(
        "a rotation is the Walsh-Hadamard transform of values with other signs, of the first and of the last of them",
        arguments: [CK_SCALAR.rawValue] + vector, [64, 192, 256])
    func rotation(isa: UInt32, count: Int) {
        var random = SplitMix(seed: UInt64(count))
        let signs = (0..<4 * count).map { _ in random.next() & 1 == 0 ? Int32(0) : -1 }
        let row = (0..<count).map { _ in Int32.random(in: -32_768...32_767, using: &random) }
        var found = row
        // Safe: both have as many values as the rotation reads.
        unsafe ck_rotate(ck_isa(rawValue: isa))!(&found, count, signs)
        var expected = row
        let power = Int.bitWidth - 1 - count.leadingZeroBitCount
        let length = 1 << power
        for pass in 0..<4 where pass.isMultiple(of: 2) || length < count {
            let first = pass.isMultiple(of: 2) ? 0 : count - length
            let part = (0..<length).map { signs[pass * count + $0] == 0 ? expected[first + $0] : -expected[first + $0] }
            for frequency in 0..<length {
                let sum = part.indices.reduce(Int32(0)) { sum, index in
                    (frequency & index).nonzeroBitCount.isMultiple(of: 2) ? sum + part[index] : sum - part[index]
                }
                expected[first + frequency] = sum >> Int32(power / 2)
            }
        }
        #expect(found == expected)
    }

    @Test("codes and what they estimate are those of plain C", arguments: vector, [64, 192, 256, 512, 4096])
    func estimates(isa: UInt32, stride: Int) {
        var random = SplitMix(seed: UInt64(stride))
        let rotation = Rotation(count: stride, seed: 3)
        // Usual rows, the largest ones, and zeros.
        for most in [Int8(20), .max, 0] {
            func row() -> [Int8] { (0..<stride).map { _ in Int8.random(in: -most...most, using: &random) } }
            let center = row()
            let rows = (0..<64).map { _ in row() }
            let query = row()
            let found = [CK_SCALAR, ck_isa(rawValue: isa)].map {
                Estimates(by: $0, of: rows, to: center, from: query, rotation)
            }
            #expect(found[0] == found[1])
        }
    }

    /// The output of the kernels of one instruction set.
    private struct Estimates: Equatable {
        var tables: [UInt8]
        var codes: [UInt8]
        var factors: [Int16]
        var weight: Int64
        var keys: [UInt64] = []

        init(by isa: ck_isa, of rows: [[Int8]], to center: [Int8], from query: [Int8], _ rotation: Rotation) {
            let (stride, bytes, block) = (query.count, query.count / 8, Int(CK_BLOCK_ROWS))
            var turned = [Int32](repeating: 0, count: stride)
            var aimed = turned
            var tables = [UInt8](repeating: 0, count: 2 * Int(CK_TABLE_BYTES) * bytes)
            var codes = [UInt8](repeating: 0, count: rows.count * bytes)
            var factors = [Int16](repeating: 0, count: 2 * rows.count)
            var keys: [UInt64] = []
            var weight: Int64 = 0
            let squares = center.reduce(0) { $0 + Int64($1) * Int64($1) }
            // Safe: all arrays hold what the kernels ask for, and live until the end of the calls.
            unsafe rotation.turn(center, into: &turned)
            unsafe rotation.turn(query, into: &aimed)
            unsafe center.withUnsafeBufferPointer { values in
                unsafe turned.withUnsafeBufferPointer { turned in
                    var center = unsafe ck_center(
                        values: values.baseAddress!, turned: turned.baseAddress!, squares: squares)
                    for (place, row) in rows.enumerated() {
                        var code = [UInt8](repeating: 0, count: bytes)
                        var pair = [Int16](repeating: 0, count: 2)
                        unsafe ck_code_row(isa)!(row, &center, stride, rotation.addresses, &code, 1, &pair)
                        let first = place / block * block * bytes + place % block
                        for byte in 0..<bytes { codes[first + byte * block] = code[byte] }
                        factors.replaceSubrange(2 * place..<2 * place + 2, with: pair)
                    }
                }
            }
            unsafe tables.withUnsafeMutableBufferPointer { tables in
                var probe = unsafe ck_probe()
                unsafe ck_aim(isa)!(aimed, stride, tables.baseAddress!, &probe)
                weight = unsafe probe.weight
                let slots = rows.indices.map(UInt32.init)
                for (blocks, limit) in (1...4).flatMap({ [($0, UInt32(CK_DOT_COST)), ($0, .max)] }) {
                    var some = [UInt64](repeating: 0, count: 72)
                    let count = unsafe ck_estimate(isa)!(&probe, codes, factors, slots, blocks, 1234, limit, &some)
                    keys += some[..<count]
                }
            }
            (self.tables, self.codes, self.factors, self.weight, self.keys) = (tables, codes, factors, weight, keys)
        }
    }

    @Test("nearest centers are those of plain C", arguments: vector, [64, 192, 256, 2048])
    func centers(isa: UInt32, stride: Int) {
        var random = SplitMix(seed: UInt64(stride))
        for (count, tally) in [(1, 1), (5, 16), (9, 63), (64, 64), (3, 130), (1030, 70)] where count * stride < 1 << 19
        {
            let rows = (0..<((count + 3) / 4 * 4 * stride)).map { _ in Int8.random(in: .min ... .max, using: &random) }
            let centers = (0..<(tally * stride)).map { _ in Int8.random(in: .min ... .max, using: &random) }
            let found = [CK_SCALAR, ck_isa(rawValue: isa)].map { isa in
                // Whatever was found before stays unless a product is more.
                var best = (0..<count).map { [Int32.min, 0, 1 << 20, .max][$0 % 4] }
                var nearest = [UInt32](repeating: 0, count: count)
                // Safe: as above.
                unsafe ck_assign(isa)!(rows, count, centers, tally, stride, 7, &best, &nearest)
                let first = (best, nearest)
                unsafe ck_assign(isa)!(rows, count, centers, tally, stride, 900, &best, &nearest)
                #expect(best == first.0 && nearest == first.1, "equal products change nothing")
                return best.map(Int64.init) + nearest.map(Int64.init)
            }
            #expect(found[0] == found[1], "\(count) rows, \(tally) centers")
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
