import CKernels

/// Finds the nearest of many float vectors by cosine, for describers from outside.
///
/// Vectors are brought to unit length, rotated at random and rounded to 16 bits a value. The upper bytes form a
/// ``VectorIndex``; the lower ones are kept by ``FineRows``, which only rank the last candidates of a search. Exact mode
/// looks at every upper byte; of vectors that 16 bits tell apart it finds at least 999 of 1000 nearest ones.
public final class FloatVectorIndex: Sendable {
    public let dimensions: Int
    private let index: VectorIndex
    private let fine: any FineRows
    private let rotation: Rotation

    /// dimensions: 1…4096. fine: keeps rows of that many bytes, rounded up to a multiple of 64.
    public convenience init(dimensions: Int, fine: any FineRows) {
        self.init(dimensions: dimensions, fine: fine, tuning: Tuning())
    }

    init(dimensions: Int, fine: any FineRows, tuning: Tuning) {
        self.dimensions = dimensions
        self.fine = fine
        let stride = (dimensions + 63) / 64 * 64
        // After the rotation values have a standard deviation of 1 / sqrt(stride); five of them fit.
        let scale = 127 * Float(stride).squareRoot() / 5
        index = VectorIndex(dimensions: stride, scale: scale, tuning: tuning)
        rotation = Rotation(count: stride, seed: 0x666C_6F61_7473)
    }

    public var count: Int { index.count }
    /// Bytes of upper bytes, codes and lists.
    public var bytes: Int { index.bytes }
    public func finishBuilding() { index.finishBuilding() }

    /// Puts a vector of any length but zero into a slot, in place of what was there.
    public func set(_ slot: Int, _ vector: [Float]) {
        let (upper, lower) = split(vector)
        index.update { changes in
            changes.set(slot, upper.span)
            fine.write(lower.span, slot: slot)
        }
    }

    /// Empties a slot; an empty one stays so.
    public func remove(_ slot: Int) { index.remove(slot) }

    /// As ``VectorIndex/search(_:count:filter:mode:)``.
    public func search(
        _ query: [Float], count: Int, filter: Bitmap? = nil, mode: SearchMode = .default
    ) -> [Match] {
        let (upper, lower) = split(query)
        return index.pool.with { scratch in
            index.take(upper, scratch)
            return index.lock.reading {
                // One byte a value mixes up neighbors; the right ones are among some more.
                index.find(scratch, count: max(count + 50, 2 * count), filter: filter, mode: mode)
                return Array(ranked(scratch, upper, lower).prefix(count))
            }
        }
    }

    /// The candidates of `scratch` by their exact products of 16 bits, in order. With the lock.
    private func ranked(_ scratch: Scratch, _ upper: [Int8], _ lower: [Int8]) -> [Match] {
        let stride = index.stride
        let found = scratch.rows.count
        scratch.upper.reserve(found * stride)
        scratch.lower.reserve(found * stride)
        scratch.dots.reserve(4 * found)
        let slots = unsafe scratch.rows.withKeys { keys in unsafe keys.map { Int($0 & 0xFFFF_FFFF) } }
        // Safe: the rooms hold `found` rows, and four dot products for each.
        let dots = unsafe scratch.dots.base
        for (place, slot) in slots.enumerated() {
            unsafe (scratch.upper.base + place * stride).update(from: index.rows.row(slot), count: stride)
            var row = unsafe MutableSpan(_unsafeStart: scratch.lower.base + place * stride, count: stride)
            fine.read(slot, into: &row)
        }
        unsafe ck_dots(CK_BEST)!(upper, scratch.upper.base, stride, found, dots)
        unsafe ck_dots(CK_BEST)!(upper, scratch.lower.base, stride, found, dots + found)
        unsafe ck_dots(CK_BEST)!(lower, scratch.upper.base, stride, found, dots + 2 * found)
        unsafe ck_dots(CK_BEST)!(lower, scratch.lower.base, stride, found, dots + 3 * found)
        let products = slots.enumerated().map { place, slot in
            let middle = unsafe Int(dots[found + place]) + Int(dots[2 * found + place])
            return unsafe (slot: slot, product: Int(dots[place]) << 16 + middle << 8 + Int(dots[3 * found + place]))
        }
        let unit = Double(index.scale) * 256
        return products.sorted { ($1.product, $0.slot) < ($0.product, $1.slot) }.map {
            Match(slot: $0.slot, score: Float(Double($0.product) / (unit * unit)))
        }
    }

    /// The upper and lower bytes of a vector: value = upper * 256 + lower, lower from -128 to 127.
    private func split(_ vector: [Float]) -> (upper: [Int8], lower: [Int8]) {
        precondition(vector.count == dimensions, "\(vector.count) values, not \(dimensions)")
        var values = vector + Array(repeating: 0, count: index.stride - dimensions)
        let length = values.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
        rotation.rotate(&values)
        let scale = length > 0 ? index.scale * 256 / Float(length) : 0
        let whole = values.map { max(-0x7F80, min(0x7F7F, Int(($0 * scale).rounded()))) }
        return (whole.map { Int8(($0 + 128) >> 8) }, whole.map { Int8(truncatingIfNeeded: $0) })
    }
}
