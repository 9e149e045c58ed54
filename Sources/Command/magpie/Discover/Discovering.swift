import Essentials
import VisualSearch

/// Discovers the objects of one picture after the other; each worker has its own picture.
struct Discovering: Sendable {
    /// Nil finds boxes only.
    let engine: SearchEngine?
    let detection: Detection
    let regions: [Region]
    let each: SearchRequest
    /// Writes the objects as image files.
    let crops: Preparation?
    let limits: Limits

    func result(for input: Input) -> Discovered {
        Discovered.timed(input) { discovered throws(ImageError) in
            try input.reading { (image, bytes) throws(ImageError) in
                discovered.outcome.inputBytes = bytes
                let answer = try answer(image, of: input, &discovered.failure)
                discovered.answer = answer
                if let crops {
                    discovered.crops = try crops.writeCrops(
                        answer.objects.map(\.object.box), of: image, input, &discovered.outcome)
                }
                let picture = Product.PictureProperties(
                    format: nil, uprightSize: answer.uprightSize, orientation: 1, isTruncated: false,
                    box: Box(covering: answer.uprightSize))
                discovered.outcome.result = .success(
                    Product(picture: picture, outputs: discovered.crops.flatMap { $0 }))
            }
        }
    }

    private func answer(
        _ image: ImageInput, of input: Input, _ failure: inout SearchError?
    ) throws(ImageError) -> DiscoverAnswer {
        guard let engine else {
            let scene = try Scene(image, limits: limits)
            let nothing = SearchAnswer(total: 0, page: 1, limit: each.limit)
            let objects = try scene.objects(detection, at: regions).map {
                DiscoverAnswer.ObjectAnswer($0, answer: nothing)
            }
            return DiscoverAnswer(uprightSize: scene.uprightSize, objects: objects)
        }
        do throws(SearchError) {
            let request = DiscoverRequest(image, detection: detection, regions: regions, each: each)
            return try engine.discoverBlocking(request, limits: limits)
        } catch {
            switch error {
            case .image(let cause): throw cause
            // The request was checked before the run, so this is about the picture: the describer has none of it.
            case .invalidArgument(let reason): throw .unreadable(path: input.path.text, reason: reason)
            // The next picture would meet the same.
            default: failure = error
            }
            return DiscoverAnswer(uprightSize: Size(width: 0, height: 0), objects: [])
        }
    }
}
