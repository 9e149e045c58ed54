import Imaging

/// A GIF of one frame, written by hand with a table of texts (GIF89a, appendix F).
struct GIFFile {
    var canvas: Size
    var frame: Box
    /// At least two, a power of 2.
    var colors: [RGB]
    var hasOwnColors = false
    var isInterlaced = false
    var transparent: Int?
    /// The places of the pixels of the frame in `colors`.
    var indexes: [UInt8]
    /// The table is emptied when it is full; it stays as it is otherwise.
    var clearsTable = true

    var bytes: [UInt8] {
        let bits = colors.count.trailingZeroBitCount
        let table = colors.flatMap { [$0.red, $0.green, $0.blue] }
        let flags = UInt8(0x80 | (bits - 1))
        var file = Array("GIF89a".utf8) + little(canvas.width) + little(canvas.height)
        file += [hasOwnColors ? 0 : flags, 0, 0] + (hasOwnColors ? [] : table)
        if let transparent { file += [0x21, 0xF9, 4, 1, 0, 0, UInt8(transparent), 0] }
        file += [0x2C] + little(frame.left) + little(frame.top) + little(frame.width) + little(frame.height)
        file += [(hasOwnColors ? flags : 0) | (isInterlaced ? 0x40 : 0)] + (hasOwnColors ? table : [])
        let codes = coded(stored, bits: max(2, bits))
        file.append(UInt8(max(2, bits)))
        for start in stride(from: 0, to: codes.count, by: 255) {
            let block = codes[start..<min(codes.count, start + 255)]
            file += [UInt8(block.count)] + block
        }
        return file + [0, 0x3B]
    }

    /// The indexes in the order of the file.
    private var stored: [UInt8] {
        guard isInterlaced else { return indexes }
        let passes = [(0, 8), (4, 8), (2, 4), (1, 2)]
        return passes.flatMap { first, step in
            stride(from: first, to: frame.height, by: step).flatMap { row in
                indexes[row * frame.width..<(row + 1) * frame.width]
            }
        }
    }

    private func coded(_ indexes: [UInt8], bits: Int) -> [UInt8] {
        let clear = 1 << bits
        var (bytes, held, count, width) = ([UInt8](), 0, 0, bits + 1)
        func put(_ code: Int) {
            held |= code << count
            count += width
            while count >= 8 {
                bytes.append(UInt8(held & 255))
                (held, count) = (held >> 8, count - 8)
            }
        }
        var texts: [[Int]: Int] = [:]
        var next = clear + 2
        put(clear)
        var current = Int(indexes[0])
        for index in indexes.dropFirst().map(Int.init) {
            if let code = texts[[current, index]] {
                current = code
                continue
            }
            put(current)
            if next < 4096 {
                texts[[current, index]] = next
                if next == 1 << width, width < 12 { width += 1 }
                next += 1
            } else if clearsTable {
                put(clear)
                (texts, next, width) = ([:], clear + 2, bits + 1)
            }
            current = index
        }
        put(current)
        if next < 4096, next == 1 << width, width < 12 { width += 1 }
        put(clear + 1)
        if count > 0 { bytes.append(UInt8(held & 255)) }
        return bytes
    }

    private func little(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
}
