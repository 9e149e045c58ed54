import Imaging

/// An animated GIF of frames of one color each, written by hand.
struct GIFAnimation {
    struct Frame {
        var box: Box
        /// The place in the palette of ``GIFAnimation/colors``.
        var color: Int
        /// In hundredths of a second.
        var delay = 20
    }

    static let colors = [
        RGB(red: 200, green: 40, blue: 40), RGB(red: 30, green: 160, blue: 60), RGB(red: 40, green: 60, blue: 220),
    ]

    var size: Size
    var frames: [Frame]
    /// The number of times that the frames are repeated; nil for a file that does not tell.
    var repeats: Int?

    /// Frames that cover everything, one for each color.
    init(_ width: Int, _ height: Int, delays: [Int] = [20, 5, 70], repeats: Int? = 0) {
        size = Size(width: width, height: height)
        let whole = Box(left: 0, top: 0, width: width, height: height)
        frames = delays.indices.map { Frame(box: whole, color: $0 % 3, delay: delays[$0]) }
        self.repeats = repeats
    }

    var bytes: [UInt8] {
        // 128 colors: a code of LZW then has 8 bits, as long as the table is cleared in time.
        var file = Array("GIF89a".utf8) + little(size.width) + little(size.height) + [0xF6, 0, 0]
        for index in 0..<128 {
            let color = Self.colors.indices.contains(index) ? Self.colors[index] : .black
            file += [color.red, color.green, color.blue]
        }
        if let repeats { file += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + little(repeats) + [0] }
        for frame in frames {
            file += [0x21, 0xF9, 4, 1 << 2] + little(frame.delay) + [0, 0, 0x2C]
            let box = frame.box
            file += little(box.left) + little(box.top) + little(box.width) + little(box.height) + [0, 7]
            var left = box.width * box.height
            while left > 0 {
                let count = min(left, 100)
                file += [UInt8(count + 1), 128] + [UInt8](repeating: UInt8(frame.color), count: count)
                left -= count
            }
            file += [1, 129, 0]
        }
        return file + [0x3B]
    }

    private func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}
