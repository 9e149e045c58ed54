public import Imaging

/// The contents of a RAW file that a camera would write, without a camera: JPEGs that are known, and data that look like
/// those of a sensor.
public struct RawParts: Sendable {
    /// The kinds of files whose previews stand in different places.
    public enum Kind: String, CaseIterable, Sendable {
        case nef, cr2, cr3, arw, dng, phoneDNG, orf, rw2, raf, pef, srw
        /// A NEF that has its preview in the note of the camera alone.
        case nefNote

        /// The byte orders that there are; one for files whose makers have one.
        public var orders: [Bool] {
            switch self {
            case .cr2, .cr3, .raf, .rw2: [true]
            default: [true, false]
            }
        }
    }

    /// The large JPEG.
    public var preview: [UInt8]
    /// A small JPEG that is not the answer.
    public var thumbnail: [UInt8]
    /// The sides of the sensor as stored.
    public var sensor = Size(width: 1800, height: 1200)
    /// The orientation in the directories of the RAW; nil for none. A RAF has none.
    public var orientation: Int?
    public var isLittle = true
    /// Lists the data of the sensor before the preview.
    public var isSensorFirst = false
    /// Bytes of sensor data in front of the preview.
    public var sensorBytes = 600
    /// The directory of the photo in a CR3 (`CMT2`), as a TIFF of its own; empty for none.
    public var photo: [UInt8] = []

    public init(preview: [UInt8], thumbnail: [UInt8]) {
        (self.preview, self.thumbnail) = (preview, thumbnail)
    }

    /// Four solid quarters as a preview, and a gray thumbnail. The orientation says how the quarters are stored.
    public init(size: Size = Size(width: 480, height: 320), storedAs orientation: Int = 1) throws {
        let upright = orientation < 5 ? size : size.transposed
        let picture = Pictures.corners(upright.width, upright.height).stored(orientation: orientation)
        try self.init(
            preview: Self.jpeg(picture), thumbnail: Self.jpeg(Pictures.solid(32, 20, RGB(red: 90, green: 90, blue: 90)))
        )
    }

    /// A JPEG without an EXIF block.
    public static func jpeg(_ picture: PixelBuffer) throws -> [UInt8] {
        try prepare(.pixels(picture), as: Recipe(Output(.exact(picture.size), encoding: .jpeg(quality: 97)))).outputs[0]
            .bytes
    }

    /// A JPEG without loss (SOF3), larger than the preview: so cameras code the data of their sensors.
    public var sensorData: [UInt8] {
        let frame = [8] + FileBlocks.big(sensor.height, 2) + FileBlocks.big(sensor.width, 2) + [1, 0, 0x11, 0]
        let noise = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        var data: [UInt8] = []
        // Piece by piece: a lazy sequence takes seconds in a debug build.
        while data.count < sensorBytes { data += noise }
        data.removeLast(data.count - sensorBytes)
        return [0xFF, 0xD8, 0xFF, 0xC3] + FileBlocks.big(frame.count + 2, 2) + frame + [
            0xFF, 0xDA, 0, 8, 1, 0, 0, 0, 0, 0,
        ]
            + data + [0xFF, 0xD9]
    }

    public func file(_ kind: Kind) -> [UInt8] {
        switch kind {
        case .nef, .nefNote: nef(inNote: kind == .nefNote)
        case .cr2: cr2()
        case .cr3: cr3()
        case .arw: arw()
        case .dng: dng()
        case .phoneDNG: phoneDNG()
        case .orf: orf()
        case .rw2: rw2()
        case .raf: raf()
        case .pef: pef()
        case .srw: srw()
        }
    }
}
