import CKernels
import TestSupport
import Testing

@Suite("Planes of video to RGB")
struct PlanesTests {
    /// Random planes, and the row that a kernel makes of them.
    private struct Planes {
        var planes = ck_planes()
        var samples: [[UInt8]]

        init(width: Int, height: Int, depth: Int, across: Int, down: Int, count: Int = 3, dice: inout SplitMix) {
            let bytes = depth > 8 ? 2 : 1
            planes.width = width
            planes.height = height
            planes.depth = Int32(depth)
            planes.across = Int32(across)
            planes.down = Int32(down)
            planes.count = Int32(count)
            planes.matrix = ((1, 0, 1.402, -0.703), (1, -0.344, -0.714, 0.531), (1, 1.772, 0, -0.889))
            samples = (0..<3).map { plane in
                let (w, h) = plane == 0 ? (width, height) : ((width + across) >> across, (height + down) >> down)
                var made = dice.bytes(w * h * bytes)
                // Little endian: the upper byte of a sample keeps to its depth.
                if bytes == 2 {
                    for i in stride(from: 1, to: made.count, by: 2) { made[i] &= UInt8(1 << (depth - 8) - 1) }
                }
                return made
            }
            let color = (width + across) >> across * bytes
            planes.strides = (width * bytes, color, color)
        }

        func sample(_ plane: Int, _ x: Int, _ y: Int) -> Int {
            let stride = plane == 0 ? planes.strides.0 : planes.strides.1
            if planes.depth == 8 { return Int(samples[plane][y * stride + x]) }
            return Int(samples[plane][y * stride + 2 * x]) | Int(samples[plane][y * stride + 2 * x + 1]) << 8
        }

        func row(_ isa: ck_isa, shift: Int, row: Int, left: Int, width: Int) -> [UInt8] {
            var out = [UInt8](repeating: 0xA5, count: 3 * width + 4)
            // Safe: the planes live as long as the call, and the row has room for its pixels.
            unsafe samples[0].withUnsafeBufferPointer { light in
                unsafe samples[1].withUnsafeBufferPointer { blue in
                    unsafe samples[2].withUnsafeBufferPointer { red in
                        var planes = planes
                        unsafe planes.samples = (light.baseAddress!, blue.baseAddress!, red.baseAddress!)
                        unsafe ck_planes_row(isa)!(&planes, Int32(shift), row, left, width, &out)
                    }
                }
            }
            #expect(Array(out.suffix(4)) == [0xA5, 0xA5, 0xA5, 0xA5])
            return Array(out.dropLast(4))
        }

        /// The mean of the block of a pixel in a plane, where the largest sample is 1; beyond the edges the last column
        /// and row go on.
        func mean(_ plane: Int, _ x: Int, _ y: Int, shift: Int) -> Float {
            let (across, down) = plane == 0 ? (0, 0) : (Int(planes.across), Int(planes.down))
            let (w, h) = ((planes.width + across) >> across, (planes.height + down) >> down)
            func range(_ at: Int, _ halved: Int) -> [Int] {
                halved > shift ? [at >> 1] : Array((at << (shift - halved))..<((at + 1) << (shift - halved)))
            }
            let (columns, rows) = (range(x, across), range(y, down))
            let sum = rows.flatMap { y in columns.map { sample(plane, min($0, w - 1), min(y, h - 1)) } }.reduce(0, +)
            return Float(sum) / Float(columns.count * rows.count) / Float(1 << planes.depth - 1)
        }
    }

    @Test("each pixel is the mean of its block through the matrix", arguments: [8, 10, 12], 0...3)
    func definition(depth: Int, shift: Int) {
        var dice = SplitMix(seed: depth * 8 + shift)
        for (across, down) in [(0, 0), (1, 0), (1, 1)] {
            let planes = Planes(width: 37, height: 21, depth: depth, across: across, down: down, dice: &dice)
            let (width, height) = ((37 + (1 << shift) - 1) >> shift, (21 + (1 << shift) - 1) >> shift)
            for y in 0..<height {
                let made = planes.row(CK_SCALAR, shift: shift, row: y, left: 0, width: width)
                for x in 0..<width {
                    let (l, b, r) = (
                        planes.mean(0, x, y, shift: shift), planes.mean(1, x, y, shift: shift),
                        planes.mean(2, x, y, shift: shift)
                    )
                    let exact = [l + 1.402 * r - 0.703, l - 0.344 * b - 0.714 * r + 0.531, l + 1.772 * b - 0.889]
                    for channel in 0..<3 {
                        let level = min(max(255 * exact[channel], 0), 255)
                        #expect(abs(Float(made[3 * x + channel]) - level) < 0.51)
                    }
                }
            }
        }
    }

    @Test("vectors make the same bytes as plain C, from any column on")
    func vectors() {
        var dice = SplitMix(seed: 5)
        for isa in Kernels.vector {
            for _ in 0..<60 {
                let depth = [8, 8, 10, 12].randomElement(using: &dice)!
                let across = Int.random(in: 0...1, using: &dice)
                let planes = Planes(
                    width: Int.random(in: 1...700, using: &dice), height: Int.random(in: 1...20, using: &dice),
                    depth: depth, across: across, down: across * Int.random(in: 0...1, using: &dice),
                    count: Int.random(in: 0...4, using: &dice) == 0 ? 1 : 3, dice: &dice)
                let shift = Int.random(in: 0...3, using: &dice)
                let width = (planes.planes.width + (1 << shift) - 1) >> shift
                let left = Int.random(in: 0..<width, using: &dice)
                let row = Int.random(in: 0...((planes.planes.height - 1) >> shift), using: &dice)
                let plain = planes.row(CK_SCALAR, shift: shift, row: row, left: left, width: width - left)
                #expect(planes.row(isa, shift: shift, row: row, left: left, width: width - left) == plain)
                let whole = planes.row(isa, shift: shift, row: row, left: 0, width: width)
                #expect(Array(whole.suffix(3 * (width - left))) == plain)
            }
        }
    }
}
