import Essentials
import VisualSearch

/// Makes the outputs of one input after the other; each worker writes its own.
struct Preparation: Sendable {
    /// The outputs of `names`, in their order, and then perhaps a thumbnail for the report.
    let recipe: Recipe
    let names: [OutputName]
    /// Nil keeps the only output in ``Product/encoded``.
    let folder: OutputFolder?
    let limits: Limits
    /// The log of the outputs that were made; nil to keep no log.
    var made: MadeLog?
    /// The identifier of the recipe in the log: see ``stamped()``.
    var stamp = ""
    /// Leaves outputs as they are that would be made the same again.
    var updates = false
    /// Sets the modification time of outputs to that of their input.
    var keepsTimes = false
    /// Keeps JPEGs from growing: see ``encoded(_:from:)``.
    var avoidsGrowth = false
    /// The names that are taken, where those of `--name` could meet.
    var claimed: ClaimedNames?
    /// Finds the time at which each picture was taken.
    var datesPictures = false
    /// The values to find beside the outputs.
    var measures: Set<Measure> = []
    /// Keeps the best objects of a picture whole where a fill cuts it.
    var keepsObjects = false
    /// Signs each output; nil where nobody does.
    var signs: SignCommand?
    /// Writes the outputs of each object in a picture instead of those of the picture: a-1.jpg, a-2.jpg, best first.
    var detection: Detection?

    func prepare(_ input: Input) -> Outcome {
        Outcome.timed(input) { outcome throws(ImageError) in
            var product = try product(of: input, &outcome)
            product.mirror = input.mirror
            outcome.result = .success(product)
        }
    }

    /// Returns the result that ``prepare(_:)`` would have, as far as it is known without opening the image.
    func plan(_ input: Input) -> Outcome {
        var outcome = Outcome(path: input.path, result: .success(Product()))
        do throws(ImageError) {
            let targets = try targets(of: input, object: firstObject)
            let source = try MadeRecord.Source(input)
            try claim(targets, for: input)
            if let known = try unchanged(targets, source, of: input) {
                outcome.result = .success(known.product)
            } else {
                let path = folder?.path ?? Path("")
                outcome.result = .success(Product(outputs: targets.map { OutputFile(path: path / $0) }))
            }
        } catch {
            outcome.result = .failure(error)
        }
        return outcome
    }

    /// The recipe of the picture itself, beside the outputs of its objects.
    var whole: Recipe {
        var whole = recipe
        if detection != nil { whole.outputs.removeFirst(names.count) }
        return whole
    }

    private var firstObject: Int? { detection == nil ? nil : 1 }

    private func product(of input: Input, _ outcome: inout Outcome) throws(ImageError) -> Product {
        let targets = try targets(of: input, object: firstObject)
        // Before the image is read: a file that changes meanwhile is then newer than its record in the next run.
        var source = try MadeRecord.Source(input)
        if let known = try unchanged(targets, source, of: input) {
            return try withFindings(known, targets, input, &outcome)
        }
        let product = try input.reading { (image, bytes) throws(ImageError) -> Product in
            outcome.inputBytes = bytes
            let wanted = try keepingObjects(whole.findingObjects.measuring(measures), of: image)
            let prepared = try prepareReadingRights(image, as: wanted, limits: limits)
            source?.mark = prepared.mark
            var product = Product(picture: Product.PictureProperties(prepared))
            product.keepsGainMap = recipe.keeps.contains(.gainMap)
            // A trim makes the box smaller inside of the picture, which is no clipping.
            product.isClipped = recipe.box.map { (try? Box.clamped($0, to: prepared.uprightSize)) != $0 } ?? false
            if recipe.colors > 0 { product.colors = recipe.colors(of: prepared) }
            if !measures.isEmpty { product.measurements = try Measurements(measures, of: prepared, as: whole) }
            if datesPictures { product.taken = taken(input) }
            product.thumbnail = prepared[OutputPlan.thumbnailLabel]?.bytes
            if let detection {
                let scene = try Scene(image, limits: limits, beside: recipe)
                let boxes = try scene.objects(detection).map(\.box)
                product.outputs = try writeCrops(boxes, of: image, input, &outcome).flatMap { $0 }
            } else {
                let files = try signed(encoded(prepared, from: input), of: prepared, input)
                if folder == nil {
                    product.encoded = files.first?.bytes
                    product.encodedWithout = files.first?.leftOut ?? []
                } else {
                    product.outputs = try write(files, of: input, modified: source?.modified, &outcome)
                }
            }
            let leftOut = folder == nil ? [product.encodedWithout] : product.files.map(\.leftOut)
            // Without objects there is no output that could lack anything.
            if !leftOut.isEmpty { product.provenance = provenance(of: prepared.rights, leftOut: leftOut) }
            return product
        }
        if let source { try writeDown(product, source, as: targets, &outcome) }
        return product
    }

    /// Writes parts of a picture, each decoded from the original; returns the files of each. The first part is written
    /// last: when its file exists, all do.
    func writeCrops(
        _ boxes: [Box], of image: ImageInput, _ input: Input, _ outcome: inout Outcome
    ) throws(ImageError) -> [[OutputFile]] {
        var recipe = recipe
        recipe.outputs = Array(recipe.outputs.prefix(names.count))
        recipe.colors = 0
        let source = keepsTimes ? try MadeRecord.Source(input) : nil
        var files: [[OutputFile]] = []
        for (index, box) in boxes.enumerated().reversed() {
            recipe.box = box
            let prepared = try prepareReadingRights(image, as: recipe, limits: limits)
            let outputs = try signed(named(prepared), of: prepared, input, object: index + 1)
            files.append(try write(outputs, of: input, object: index + 1, modified: source?.modified, &outcome))
        }
        return files.reversed()
    }

    /// The recipe with the boxes of the objects in a picture, best first, where fills are to keep them.
    func keepingObjects(_ recipe: Recipe, of image: ImageInput) throws(ImageError) -> Recipe {
        guard keepsObjects else { return recipe }
        var recipe = recipe
        let scene = try Scene(image, limits: limits, beside: recipe)
        let boxes = try scene.objects(Detection()).map(\.box)
        for index in recipe.outputs.indices where recipe.outputs[index].shape.isFill {
            recipe.outputs[index].gravity = .boxes(boxes)
        }
        return recipe
    }

    private func write(
        _ outputs: [Encoded], of input: Input, object: Int? = nil, modified: Int?, _ outcome: inout Outcome
    ) throws(ImageError) -> [OutputFile] {
        guard let folder else { return [] }
        let targets = try targets(of: input, object: object, sides: outputs.map(\.size))
        try claim(targets, for: input, holding: outputs.map(\.bytes))
        var files: [OutputFile] = []
        for (target, output) in zip(targets, outputs) {
            if let obstacle = output.obstacle {
                files.append(OutputFile(path: folder.path / target, size: output.size, obstacle: obstacle))
                continue
            }
            do throws(SystemError) {
                try folder.write(output.bytes, to: target, modified: keepsTimes ? modified : nil)
            } catch {
                outcome.isDiskFull = error.isDiskFull
                throw .writeFailed(path: (folder.path / target).text, reason: error.text)
            }
            files.append(
                OutputFile(
                    path: folder.path / target, size: output.size, bytes: output.bytes.count, quality: output.quality,
                    similarity: output.similarity, frames: output.frames, gamut: output.gamut,
                    leftOut: output.leftOut))
        }
        return files
    }
}
