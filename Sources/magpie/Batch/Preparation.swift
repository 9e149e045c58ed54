import Foundation
import Imaging

/// Makes the outputs of one input after the other; each worker writes its own.
struct Preparation: Sendable {
    /// The outputs of `names`, in their order, and then perhaps a thumbnail for the report.
    let recipe: Recipe
    let names: [OutputName]
    let folder: OutputFolder
    let limits: Limits
    let skipsExisting: Bool

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
        let targets = try targets(of: input)
        if skipsExisting, let files = existing(targets) { return Product(outputs: files) }
        let prepared = try input.path.reading { (image, bytes) throws(ImageError) -> Prepared in
            outcome.inputBytes = bytes
            return try Imaging.prepare(image, as: recipe, limits: limits)
        }
        var product = Product(picture: Product.Picture(prepared))
        if recipe.colors > 0 { product.colors = prepared.colors }
        for (target, output) in zip(targets, prepared.outputs) {
            do throws(SystemError) {
                try folder.write(output.bytes, to: target)
            } catch {
                outcome.isDiskFull = error.isDiskFull
                throw .writeFailed(path: (folder.path / target).text, reason: error.text)
            }
            product.outputs.append(
                OutputFile(
                    path: folder.path / target, size: output.size, bytes: output.bytes.count, quality: output.quality))
        }
        product.thumbnail = prepared.outputs.dropFirst(targets.count).first?.bytes
        return product
    }

    /// The names of the outputs below the output folder.
    private func targets(of input: Input) throws(ImageError) -> [Path] {
        guard let mirror = input.mirror else {
            throw .writeFailed(
                path: input.path.text, reason: "no --root holds it; a list of relative and absolute paths needs one")
        }
        let inner = mirror.components.count > 1 ? mirror.parent : Path("")
        return names.map { inner.appending($0.name(for: mirror.name)) }
    }

    private func existing(_ targets: [Path]) -> [OutputFile]? {
        let files = targets.compactMap { target in
            folder.size(of: target).map { OutputFile(path: folder.path / target, bytes: $0) }
        }
        return files.count == targets.count ? files : nil
    }
}
