import Foundation

/// The picture at another size, as exactly as Lanczos3 can make it: what resized pictures are compared with.
///
/// Separable Lanczos with three lobes, widened by the shrink factor where it shrinks (the definition that Pillow and
/// libvips share), weights normalized at the edges, 32-bit floating point, rounded once at the end. Slow and simple.
public func lanczos3(_ picture: Picture, width: Int, height: Int) -> Picture {
    let columns = taps(from: picture.width, to: width)
    var narrow = [Float](repeating: 0, count: width * picture.height * 3)
    for row in 0..<picture.height {
        for (x, tap) in columns.enumerated() {
            var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
            var pixel = (row * picture.width + tap.first) * 3
            for weight in tap.weights {
                red += weight * Float(picture.bytes[pixel])
                green += weight * Float(picture.bytes[pixel + 1])
                blue += weight * Float(picture.bytes[pixel + 2])
                pixel += 3
            }
            let target = (row * width + x) * 3
            narrow[target] = red
            narrow[target + 1] = green
            narrow[target + 2] = blue
        }
    }
    let stride = width * 3
    var bytes: [UInt8] = []
    bytes.reserveCapacity(stride * height)
    for tap in taps(from: picture.height, to: height) {
        var line = [Float](repeating: 0, count: stride)
        for (offset, weight) in tap.weights.enumerated() {
            let start = (tap.first + offset) * stride
            for i in 0..<stride { line[i] += weight * narrow[start + i] }
        }
        for value in line { bytes.append(UInt8(min(max(value.rounded(), 0), 255))) }
    }
    return Picture(width: width, height: height, bytes: bytes)
}

/// The input pixels that one output pixel is made of, and how much of each.
private struct Tap {
    var first: Int
    var weights: [Float]
}

private func taps(from source: Int, to target: Int) -> [Tap] {
    let scale = Double(source) / Double(target)
    let widening = max(scale, 1)
    return (0..<target).map { index in
        let center = (Double(index) + 0.5) * scale
        let first = max(0, Int((center - 3 * widening).rounded(.up)))
        let last = min(source, Int((center + 3 * widening).rounded(.down)))
        let weights = (first..<last).map { lanczos((Double($0) + 0.5 - center) / widening) }
        let sum = weights.reduce(0, +)
        return Tap(first: first, weights: weights.map { Float($0 / sum) })
    }
}

private func lanczos(_ x: Double) -> Double {
    guard x != 0 else { return 1 }
    guard abs(x) < 3 else { return 0 }
    return sin(.pi * x) * sin(.pi * x / 3) * 3 / (.pi * .pi * x * x)
}
