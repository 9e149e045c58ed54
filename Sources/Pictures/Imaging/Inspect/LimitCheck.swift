extension Limits {
    func check(bytes: Int) throws(ImageError) {
        guard bytes <= inputBytes else {
            throw .tooLarge(stage: .inspect, value: bytes, limit: inputBytes, unit: "bytes")
        }
    }

    func check(pixels size: Size) throws(ImageError) {
        guard size.pixelCount <= pixels else {
            throw .tooLarge(stage: .inspect, value: size.pixelCount, limit: pixels, unit: "pixels")
        }
    }

    /// `count` may be the number at which counting ended.
    func check(scans count: Int) throws(ImageError) {
        guard count <= scans else { throw .tooLarge(stage: .inspect, value: count, limit: scans, unit: "scans") }
    }
}
