import Foundation

/// A picture to compare: interleaved 8-bit RGB, rows from the top without padding.
public struct Picture: Hashable, Sendable {
    public let width: Int
    public let height: Int
    public let bytes: [UInt8]

    /// Precondition: `bytes` holds exactly `width * height * 3` values.
    public init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(width > 0 && height > 0 && bytes.count == width * height * 3)
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Brightness of each pixel, 0…255, by the weights of ITU-R BT.601.
    var luma: [Double] {
        stride(from: 0, to: bytes.count, by: 3).map { pixel in
            let (red, green, blue) = (Double(bytes[pixel]), Double(bytes[pixel + 1]), Double(bytes[pixel + 2]))
            return 0.299 * red + 0.587 * green + 0.114 * blue
        }
    }
}

/// Peak signal-to-noise ratio in decibels over all channels of RGB; infinite for equal pictures.
///
/// Precondition: both have the same sides.
public func psnr(_ first: Picture, _ second: Picture) -> Double {
    precondition(first.width == second.width && first.height == second.height)
    var squares = 0
    for (one, other) in zip(first.bytes, second.bytes) {
        let difference = Int(one) - Int(other)
        squares += difference * difference
    }
    return 10 * log10(255 * 255 * Double(first.bytes.count) / Double(squares))
}

/// Structural similarity on luma, -1…1, 1 for equal pictures.
///
/// The definition of Wang, Bovik, Sheikh and Simoncelli (IEEE Transactions on Image Processing 13, 2004): Gaussian
/// window of 11 x 11 with sigma 1.5, K1 = 0.01, K2 = 0.03, dynamic range 255, mean over all windows that lie wholly
/// inside the picture, no downsampling before. Nil when a side is shorter than the window.
///
/// Precondition: both have the same sides.
public func ssim(_ first: Picture, _ second: Picture) -> Double? {
    precondition(first.width == second.width && first.height == second.height)
    guard first.width >= window.count, first.height >= window.count else { return nil }
    let x = first.luma
    let y = second.luma
    func blurred(_ values: [Double]) -> [Double] { blur(values, width: first.width) }
    let meanX = blurred(x)
    let meanY = blurred(y)
    let squareX = blurred(zip(x, x).map(*))
    let squareY = blurred(zip(y, y).map(*))
    let product = blurred(zip(x, y).map(*))

    let c1 = (0.01 * 255) * (0.01 * 255)
    let c2 = (0.03 * 255) * (0.03 * 255)
    var sum = 0.0
    for i in meanX.indices {
        let (mx, my) = (meanX[i], meanY[i])
        let variances = squareX[i] - mx * mx + squareY[i] - my * my
        let covariance = product[i] - mx * my
        sum += (2 * mx * my + c1) * (2 * covariance + c2) / ((mx * mx + my * my + c1) * (variances + c2))
    }
    return sum / Double(meanX.count)
}

/// Gaussian of 11 values with sigma 1.5 that add up to 1.
private let window: [Double] = {
    let values = (-5...5).map { exp(-Double($0 * $0) / (2 * 1.5 * 1.5)) }
    let sum = values.reduce(0, +)
    return values.map { $0 / sum }
}()

/// Weighted means of all windows that lie inside: `window.count - 1` fewer rows and columns come out.
private func blur(_ values: [Double], width: Int) -> [Double] {
    let height = values.count / width
    let columns = width - window.count + 1
    var narrow = [Double](repeating: 0, count: columns * height)
    for row in 0..<height {
        for (tap, weight) in window.enumerated() {
            for column in 0..<columns {
                narrow[row * columns + column] += weight * values[row * width + column + tap]
            }
        }
    }
    let rows = height - window.count + 1
    var result = [Double](repeating: 0, count: columns * rows)
    for row in 0..<rows {
        for (tap, weight) in window.enumerated() {
            for column in 0..<columns {
                result[row * columns + column] += weight * narrow[(row + tap) * columns + column]
            }
        }
    }
    return result
}
