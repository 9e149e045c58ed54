import Essentials
import Imaging

/// The outputs of earlier runs and their records.
extension Preparation {
    /// Returns a hash of the recipe; two recipes that give other files or other records have other hashes.
    func stamped() -> String {
        var recipe = recipe
        recipe.outputs = Array(recipe.outputs.prefix(names.count))
        // Colors are recorded apart: files stay as they are, whatever colors are wanted.
        recipe.colors = 0
        recipe.ignoresBackground = false
        recipe.outputsForPreview = nil
        // Outputs of versions without these properties are not made anew.
        let described = "\(recipe)".replacing(", developsRaw: false, outputsForPreview: nil", with: "")
        let text =
            "\(described) \(names.map(\.suffix)) \(names.first?.template?.text ?? "") \(keepsTimes) \(avoidsGrowth) \(detection.map { "\($0)" } ?? "")"
            + (keepsObjects ? " objects" : "")
            + (signs.map { " signed by \($0.program)" } ?? "")
            // Earlier versions copied the block, and with it the small picture of the whole photo.
            + (recipe.keeps.contains(.exif) ? " written anew" : "")
        return String(Hash.of(Array(text.utf8)), radix: 16)
    }

    /// Returns the recorded result of the outputs if neither the input nor the outputs have changed since, and the input
    /// as it is to be recorded from now on: a file that was moved, or got another link, has another stamp and the same
    /// content.
    func unchanged(
        _ targets: [Path], _ source: MadeRecord.Source?, of input: Input
    ) throws(ImageError) -> (product: Product, source: MadeRecord.Source, isTouched: Bool)? {
        guard updates, let folder, let source, let first = targets.first, let record = made?.record(for: first),
            record.source.bytes == source.bytes, record.source.modified == source.modified, record.recipe == stamp
        else { return nil }
        var outputs: [OutputFile] = []
        for (index, file) in record.files.enumerated() {
            let object = detection == nil ? nil : index / names.count + 1
            let sides = Size(width: file.width, height: file.height)
            let target = try self.targets(
                of: input, object: object, sides: names.map { _ in sides })[index % names.count]
            try claim([target], for: input)
            if let obstacle = file.obstacle {
                outputs.append(OutputFile(path: folder.path / target, size: sides, obstacle: obstacle))
                continue
            }
            guard let status = folder.status(of: target), status.size == file.bytes, status.modified == file.modified
            else { return nil }
            outputs.append(
                OutputFile(
                    path: folder.path / target, size: sides, bytes: file.bytes,
                    quality: file.quality, similarity: file.similarity, frames: file.frames ?? 1,
                    gamut: file.gamut ?? .sRGB,
                    leftOut: Recipe.Metadata(rawValue: file.leftOut ?? 0)))
        }
        guard var product = record.product(outputs: outputs) else { return nil }
        product.keepsGainMap = recipe.keeps.contains(.gainMap)
        if record.source.stamp == source.stamp { return (product, record.source, false) }
        let mark = try input.reading { (image, _) throws(ImageError) in
            try Imaging.mark(of: image, limits: limits, for: recipe)
        }
        guard mark == record.source.mark else { return nil }
        var touched = source
        touched.mark = mark
        return (product, touched, true)
    }

    /// Names the options for colors; nil where none are wanted.
    private var colorStamp: String? { recipe.colors > 0 ? "\(recipe.colors) \(recipe.ignoresBackground)" : nil }

    /// Finds the colors and measurements that are wanted of a picture whose outputs are there, unless they are recorded.
    func withFindings(
        _ known: (product: Product, source: MadeRecord.Source, isTouched: Bool), _ targets: [Path], _ input: Input,
        _ outcome: inout Outcome
    ) throws(ImageError) -> Product {
        var product = known.product
        let hasColors = product.colors != nil && product.colorStamp == colorStamp
        if recipe.colors == 0 { product.colors = nil }
        product.measurements = measures.isEmpty ? nil : product.measurements?.only(measures)
        let hasMeasurements =
            measures.isSubset(of: product.measurements?.measures ?? [])
            && (product.measurements?.placeholder == whole.placeholder || !measures.contains(where: \.isPlaceholder))
        let hasDate = !datesPictures || product.taken != nil
        if !hasDate { product.taken = taken(input) }
        if hasMeasurements, recipe.colors == 0 || hasColors {
            if known.isTouched || !hasDate { try writeDown(product, known.source, as: targets, &outcome) }
            return product
        }
        outcome.inputBytes = try input.reading { (image, bytes) throws(ImageError) in
            // The decoder works at the same scale as in a whole run, so that the findings are the same.
            var findings = try keepingObjects(whole.findingObjects.measuring(measures), of: image)
            for index in findings.outputs.indices { findings.outputs[index].encoding = .pixels }
            let prepared = try Imaging.prepare(image, as: findings, limits: limits)
            if recipe.colors > 0 { product.colors = recipe.colors(of: prepared) }
            if !measures.isEmpty { product.measurements = try Measurements(measures, of: prepared, as: whole) }
            return bytes
        }
        try writeDown(product, known.source, as: targets, &outcome)
        return product
    }

    /// See ``Product/taken``. Nil for a file that cannot be read whole, which the next run tries again.
    func taken(_ input: Input) -> String? {
        guard let bytes = try? content(of: input) else { return nil }
        guard let date = try? PictureDetails.withRights(bytes, limits: limits, for: recipe).details.taken else {
            return ""
        }
        return date.formatted(
            Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day().dateTimeSeparator(.standard).time(
                includingFractionalSeconds: false))
    }

    func writeDown(
        _ product: Product, _ source: MadeRecord.Source, as targets: [Path], _ outcome: inout Outcome
    ) throws(ImageError) {
        guard let made, let first = targets.first else { return }
        var files: [MadeRecord.File] = []
        for output in product.outputs {
            // Already deleted, or replaced by another process: the output cannot be recorded.
            let status = output.obstacle == nil ? try? FileStatus.of(output.path) : nil
            guard let size = output.size, output.obstacle != nil || status != nil else { return }
            files.append(
                MadeRecord.File(
                    bytes: output.bytes, modified: status?.modified ?? 0, width: size.width, height: size.height,
                    quality: output.quality, similarity: output.similarity,
                    frames: output.frames > 1 ? output.frames : nil,
                    gamut: output.gamut == .sRGB ? nil : output.gamut,
                    leftOut: output.leftOut.isEmpty ? nil : output.leftOut.rawValue, obstacle: output.obstacle))
        }
        guard var record = MadeRecord(product, of: source, recipe: stamp, files: files) else { return }
        record.colorRecipe = colorStamp
        do throws(SystemError) {
            try made.add(record, for: first)
        } catch {
            outcome.isDiskFull = error.isDiskFull
            throw .writeFailed(path: (folder?.path ?? Path("")).text, reason: error.text)
        }
    }
}

extension MadeRecord.Source {
    /// Nil for a picture that is no file.
    init?(_ input: Input) throws(ImageError) {
        guard input.content == nil else { return nil }
        do throws(SystemError) {
            self.init(try FileStatus.of(input.path))
        } catch {
            throw ImageError(error, reading: input.path)
        }
    }
}
