import Foundation
import Imaging
import SearchAPI
import VisualSearch

/// Makes the outputs of one input after the other; each worker writes its own.
struct Preparation: Sendable {
    /// The outputs of `names`, in their order, and then perhaps a thumbnail for the report.
    let recipe: Recipe
    let names: [OutputName]
    let folder: OutputFolder
    let limits: Limits
    var skipsExisting = false
    /// Makes the outputs of each thing in a picture in place of those of the picture: a-1.jpg, a-2.jpg, best first.
    var detection: Detection?

    func prepare(_ input: Input) -> Outcome {
        let start = ContinuousClock.now
        var outcome = Outcome(path: input.path, result: .success(Product()))
        do throws(ImageError) {
            outcome.result = .success(try product(of: input, &outcome))
        } catch {
            outcome.result = .failure(error)
            if error.stage == .read { outcome.inputBytes = 0 }
        }
        outcome.seconds = start.duration(to: .now) / .seconds(1)
        return outcome
    }

    private func product(of input: Input, _ outcome: inout Outcome) throws(ImageError) -> Product {
        if skipsExisting, let files = existing(try targets(of: input, thing: detection == nil ? nil : 1)) {
            return Product(outputs: files)
        }
        return try input.path.reading { (image, bytes) throws(ImageError) -> Product in
            outcome.inputBytes = bytes
            var whole = recipe
            if detection != nil { whole.outputs.removeFirst(names.count) }
            let prepared = try Imaging.prepare(image, as: whole, limits: limits)
            var product = Product(picture: Product.Picture(prepared))
            if recipe.colors > 0 { product.colors = prepared.colors }
            if recipe.outputs.count > names.count { product.thumbnail = prepared.outputs.last?.bytes }
            if let detection {
                let scene = try Scene(image, limits: limits, allowsTruncated: recipe.allowsTruncated)
                let boxes = try scene.objects(detection).map(\.box)
                product.outputs = try writeCrops(boxes, of: image, input, &outcome).flatMap { $0 }
            } else {
                product.outputs = try write(prepared, to: try targets(of: input), &outcome)
            }
            return product
        }
    }

    /// Writes parts of a picture, each from pixels of its own of the original; gives the files of each. The first part
    /// is written last: when its file is there, all are.
    func writeCrops(
        _ boxes: [Box], of image: ImageInput, _ input: Input, _ outcome: inout Outcome
    ) throws(ImageError) -> [[OutputFile]] {
        var recipe = recipe
        recipe.outputs = Array(recipe.outputs.prefix(names.count))
        recipe.colors = 0
        var files: [[OutputFile]] = []
        for (index, box) in boxes.enumerated().reversed() {
            recipe.box = box
            let prepared = try Imaging.prepare(image, as: recipe, limits: limits)
            files.append(try write(prepared, to: try targets(of: input, thing: index + 1), &outcome))
        }
        return files.reversed()
    }

    private func write(
        _ prepared: Prepared, to targets: [Path], _ outcome: inout Outcome
    ) throws(ImageError) -> [OutputFile] {
        var files: [OutputFile] = []
        for (target, output) in zip(targets, prepared.outputs) {
            do throws(SystemError) {
                try folder.write(output.bytes, to: target)
            } catch {
                outcome.isDiskFull = error.isDiskFull
                throw .writeFailed(path: (folder.path / target).text, reason: error.text)
            }
            files.append(
                OutputFile(
                    path: folder.path / target, size: output.size, bytes: output.bytes.count, quality: output.quality))
        }
        return files
    }

    /// The names of the outputs below the output folder; of those for one thing in the picture, counted from 1.
    private func targets(of input: Input, thing: Int? = nil) throws(ImageError) -> [Path] {
        guard let mirror = input.mirror else {
            throw .writeFailed(
                path: input.path.text, reason: "no --root holds it; a list of relative and absolute paths needs one")
        }
        let inner = mirror.components.count > 1 ? mirror.parent : Path("")
        return names.map { name in
            let name = thing.map { OutputName(format: name.format, suffix: "-\($0)\(name.suffix)") } ?? name
            return inner.appending(name.name(for: mirror.name))
        }
    }

    private func existing(_ targets: [Path]) -> [OutputFile]? {
        let files = targets.compactMap { target in
            folder.size(of: target).map { OutputFile(path: folder.path / target, bytes: $0) }
        }
        return files.count == targets.count ? files : nil
    }
}
