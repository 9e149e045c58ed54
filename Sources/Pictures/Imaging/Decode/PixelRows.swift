/// The rows of a picture that is already in memory.
@safe struct PixelRows: ~Copyable, RowSource {
    let channels: Int
    let base: UnsafePointer<UInt8>
    let stride: Int
    let ringRows: Int
    var firstColumn: Int { 0 }

    // Safe: the caller keeps the pixels alive while the rows are read.
    init(base: UnsafePointer<UInt8>, size: Size, channels: Int) {
        unsafe self.base = base
        self.channels = channels
        stride = size.width * channels
        ringRows = size.height
    }

    func load(upTo end: Int) {}
}
