import Imaging

/// An output as it is written to its file.
struct Encoded: Sendable {
    var size: Size
    var bytes: [UInt8]
    /// 0…100; nil for formats without one.
    var quality: Int?
    /// Nil where none was asked for.
    var similarity: Double?
    var frames: Int
    var gamut: Recipe.Gamut
    /// Metadata that was to be kept and is not in the file.
    var leftOut: Recipe.Metadata
    /// The reason why there is no file; nil for one that was made.
    var obstacle: ImageError?

    init(_ output: PreparedOutput) {
        size = output.size
        bytes = output.bytes
        quality = output.quality
        similarity = output.similarity
        frames = output.frames
        gamut = output.gamut
        leftOut = output.leftOut
        obstacle = output.obstacle
    }
}

extension Preparation {
    /// Returns the outputs. A JPEG that is upright, needs no other colors and has the requested size keeps its picture
    /// as it is and loses its metadata: encoding it again would only cost quality or bytes.
    func encoded(_ prepared: Prepared, from input: Input) throws(ImageError) -> [Encoded] {
        var outputs = try named(prepared)
        guard avoidsGrowth, let header = prepared.header, header.format == .jpeg, !prepared.isTruncated,
            header.orientation == 1, !header.hasProfile, header.components != 4, recipe.keeps.held(by: header).isEmpty,
            prepared.box == Box(covering: prepared.uprightSize),
            outputs.indices.contains(where: { isWhole(outputs[$0], recipe.outputs[$0], prepared) }),
            let plain = PlainJPEG(try content(of: input))
        else { return outputs }
        for index in outputs.indices where isWhole(outputs[index], recipe.outputs[index], prepared) {
            outputs[index].bytes = plain.bytes
            if recipe.keeps.contains(.rights), let rights = prepared.rights {
                (outputs[index].bytes, outputs[index].leftOut) = rights.added(toJPEG: plain.bytes)
            }
            outputs[index].quality = header.coding?.quality
        }
        return outputs
    }

    /// The outputs with a name. Throws where not one of them could be made.
    func named(_ prepared: Prepared) throws(ImageError) -> [Encoded] {
        let outputs = prepared.outputs.prefix(names.count).map { Encoded($0) }
        if let obstacle = outputs.first?.obstacle, outputs.allSatisfy({ $0.obstacle != nil }) { throw obstacle }
        return outputs
    }

    /// The output is the picture as it is, coded as it likes.
    private func isWhole(_ encoded: Encoded, _ output: Output, _ prepared: Prepared) -> Bool {
        if case .pad = output.shape { return false }
        return encoded.obstacle == nil && encoded.size == prepared.uprightSize && output.encoding == .jpeg()
            && output.options == EncoderOptions()
    }

    func content(of input: Input) throws(ImageError) -> [UInt8] {
        if let content = input.content { return content }
        return try FileContents(input.path, limit: limits.inputBytes).bytes
    }
}
