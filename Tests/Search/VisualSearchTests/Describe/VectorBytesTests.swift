import Foundation
import Testing

@testable import VisualSearch

@Suite("Bytes of the vectors of outside models")
struct VectorBytesTests {
    private func vectors(_ dimensions: Int, count: Int) -> [[Double]] {
        var random = SplitMix(seed: UInt64(dimensions))
        return (0..<count).map { _ in
            // Most of the length in the first values, as after a projection.
            let values = (0..<dimensions).map { random.between(-1, 1) / Double($0 + 1).squareRoot() }
            let length = values.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return values.map { $0 / length }
        }
    }

    private func dot(_ left: [Int8], _ right: [Int8]) -> Double {
        Double(zip(left, right).reduce(0) { $0 + Int($1.0) * Int($1.1) })
    }

    @Test("cosines stay what they were", arguments: [64, 65, 100, 256, 384, 1000, 4096])
    func cosines(dimensions: Int) {
        let form = VectorBytes(dimensions: dimensions)
        let unit = Double(form.scale) * Double(form.scale)
        let some = vectors(dimensions, count: 12)
        let bytes = some.map(form.bytes)
        for left in some.indices {
            for right in some.indices where left != right {
                let cosine = zip(some[left], some[right]).reduce(0) { $0 + $1.0 * $1.1 }
                #expect(abs(dot(bytes[left], bytes[right]) / unit - cosine) < 0.006, "\(left) and \(right)")
            }
        }
    }

    @Test("the bytes are used to a quarter, also of a vector with a single value", arguments: [64, 100, 256, 1000])
    func spread(dimensions: Int) {
        let form = VectorBytes(dimensions: dimensions)
        var single = [Double](repeating: 0, count: dimensions)
        single[dimensions / 3] = 1
        for vector in vectors(dimensions, count: 5) + [single] {
            let bytes = form.bytes(of: vector)
            let deviation = (dot(bytes, bytes) / Double(dimensions)).squareRoot()
            #expect((31...33).contains(deviation))
            #expect(bytes.map { abs(Int($0)) }.max()! > 60)
        }
    }

    @Test("the length in the direction of the vector is exact to some ten thousandths")
    func length() {
        let form = VectorBytes(dimensions: 256)
        for vector in vectors(256, count: 50) {
            // Half of a vector and its double have its direction, and its bytes.
            let bytes = form.bytes(of: vector)
            #expect(bytes == form.bytes(of: vector.map { $0 * 0.5 }))
            // The rest across the direction is the rounding, a twelfth a value.
            let length = (dot(bytes, bytes) - 256.0 / 12).squareRoot()
            #expect(abs(length / Double(form.scale) - 1) < 6e-4)
        }
    }

    @Test("values too large for a square and small ones are no harm")
    func extremes() {
        let form = VectorBytes(dimensions: 100)
        let vector = vectors(100, count: 1)[0]
        #expect(form.bytes(of: vector.map { $0 * 0x1p900 }) == form.bytes(of: vector))
        #expect(form.bytes(of: vector.map { $0 * 0x1p-900 }) == form.bytes(of: vector))
    }

    @Test("vectors of few values are multiplied by 127")
    func few() {
        let form = VectorBytes(dimensions: 2)
        #expect(form.scale == 127)
        #expect(form.bytes(of: [3, -4]) == [76, -102])
    }
}
