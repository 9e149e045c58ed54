import Imaging

/// An output as it goes to its file.
struct Encoded: Sendable {
    var size: Size
    var bytes: [UInt8]
    /// 0…100; nil for formats without one.
    var quality: Int?

    init(_ output: PreparedOutput) {
        size = output.size
        bytes = output.bytes
        quality = output.quality
    }
}

extension Preparation {
    /// The outputs. A JPEG that would only grow keeps its picture as it is and loses its metadata, where it is upright,
    /// needs no other colors and has the size asked for.
    func encoded(_ prepared: Prepared, from input: Input, _ bytes: Int) throws(ImageError) -> [Encoded] {
        var outputs = prepared.outputs.prefix(names.count).map { Encoded($0) }
        guard avoidsGrowth, let header = prepared.header, header.format == .jpeg, !prepared.isTruncated,
            outputs.contains(where: { $0.bytes.count > bytes }),
            let plain = PlainJPEG(try content(of: input))
        else { return outputs }
        let isAsWanted =
            header.orientation == 1 && !header.hasProfile && header.components != 4 && recipe.keeps.isEmpty
            && prepared.box == Box(covering: prepared.uprightSize)
        for index in outputs.indices where outputs[index].bytes.count > bytes {
            if isAsWanted, outputs[index].size == prepared.uprightSize {
                outputs[index].bytes = plain.bytes
                outputs[index].quality = plain.quality
            }
        }
        return outputs
    }

    private func content(of input: Input) throws(ImageError) -> [UInt8] {
        if let content = input.content { return content }
        return try FileContents(input.path, limit: limits.inputBytes).bytes
    }
}
