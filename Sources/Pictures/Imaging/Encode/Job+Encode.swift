extension Job {
    /// The outputs of the recipe, from the rasters of each frame. One that would be the same file as an earlier one is
    /// not encoded again: a picture that is smaller than several widths gives the same output for each.
    ///
    /// - Parameter maps: The gain map of each output; nil for those that have none.
    func encode(
        _ frames: [[Raster]], maps: [Raster?], _ plan: Plan, header: ImageHeader?, metadata: Encode.Metadata
    ) throws(ImageError) -> [PreparedOutput] {
        var outputs: [PreparedOutput] = []
        outputs.reserveCapacity(recipe.outputs.count)
        for (index, output) in recipe.outputs.enumerated() {
            try deadline.check(.encode)
            if let obstacle = plan.obstacles[index] {
                let product = output.product(of: plan.box)
                let placement = Placement(product: product, uprightSize: plan.uprightSize)
                outputs.append(
                    PreparedOutput(
                        size: product.size, bytes: [], label: output.label, placement: placement, obstacle: obstacle))
                continue
            }
            let first = frames[0][index]
            let (raster, product) = output.surrounded(first, plan.products[index], colored: first)
            if let twin = recipe.outputs[..<index].indices.first(where: { isTwin($0, of: index, in: plan) }) {
                outputs.append(outputs[twin].labeled(output.label))
                continue
            }
            if let bytes = try turned(output, plan, header) {
                let (file, leftOut) = metadata.packet == nil ? (bytes, []) : rights?.added(toJPEG: bytes) ?? (bytes, [])
                outputs.append(
                    PreparedOutput(
                        size: raster.size, bytes: file, quality: header?.coding?.quality, format: .jpeg,
                        leftOut: leftOut, label: output.label,
                        placement: Placement(product: product, uprightSize: plan.uprightSize)))
                continue
            }
            let source = header?.coding.map {
                Encode.Source(coding: $0, bytes: inputBytes, isShrunk: plan.products[index].isShrunk)
            }
            let shown =
                output.encoding.isAnimated
                ? frames.dropFirst().map { output.surrounded($0[index], plan.products[index], colored: first).0 } : []
            var metadata = metadata.withBlocks(sides: raster.size)
            if let map = maps[index] { metadata = metadata.with(try coded(gainMap: map, metadata.packet)) }
            let separate = recipe.separatesFrames ? frames.dropFirst().map { [$0[index]] } : []
            for shown in [[raster] + shown] + separate {
                outputs.append(
                    try Encode.run(
                        Encode.Frames(shown, header?.animation), as: output,
                        at: Placement(product: product, uprightSize: plan.uprightSize),
                        of: source, metadata: metadata, codec: workspace.codec, deadline: deadline))
            }
        }
        return outputs
    }

    /// Two outputs show the same pixels and encode them in the same way.
    private func isTwin(_ earlier: Int, of later: Int, in plan: Plan) -> Bool {
        let (one, other) = (recipe.outputs[earlier], recipe.outputs[later])
        guard plan.obstacles[earlier] == nil, plan.products[earlier] == plan.products[later],
            one.encoding == other.encoding,
            one.options == other.options, let coding = Coding(one)
        else { return false }
        // Only an output of the original size may be turned without loss.
        guard (one.shape == .original) == (other.shape == .original) else { return false }
        if case .pad = one.shape { return false }
        if case .pad = other.shape { return false }
        return coding == Coding(other)
    }
}

extension Encode.Metadata {
    /// The blocks of a file that its outputs keep.
    init(
        _ header: ImageHeader?, profile: [UInt8]?, _ raster: Raster, rights: PictureRights?, keeps: Recipe.Metadata
    ) {
        if keeps.contains(.icc), let profile, Raster.canKeep(profile, channels: raster.channels) { icc = profile }
        if keeps.contains(.rights) { packet = RightsPacket(rights) }
        // Until an output gets it: see `with`.
        if keeps.contains(.gainMap), header?.gainMap != nil { leftOut.insert(.gainMap) }
        guard keeps.contains(.exif) else { return }
        block = header?.exif.flatMap { EXIFBlock($0.span, keepsNote: keeps.contains(.makerNote)) }
        isConverted = header.map { $0.hasProfile || $0.codedSpace != nil } ?? false
        if header?.hasUnreadEXIF == true || header?.exif != nil && block == nil { leftOut.insert(.exif) }
    }

    /// The same with the EXIF block and the packet of an output.
    func withBlocks(sides: Size) -> Encode.Metadata {
        var metadata = self
        metadata.xmp = packet?.xmp ?? []
        guard let block = (block ?? packet.map { _ in EXIFBlock() })?.adding(packet?.exif ?? []) else {
            return metadata
        }
        // 1 is sRGB, 65535 any other space. Without a profile the tags alone may say that the pixels are in Adobe RGB.
        let space: Int? = gamut != .sRGB ? 65535 : icc.isEmpty && isConverted ? 1 : nil
        metadata.exif = block.written(sides, colorSpace: space)
        return metadata
    }
}
