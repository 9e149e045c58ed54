/// A picture made ready for the network.
struct PreparedUpload: Sendable {
    var jpeg: [UInt8]
    var scale: UploadScale

    private init(_ prepared: Prepared) {
        let output = prepared.outputs[0]
        jpeg = output.jpeg
        scale = UploadScale(from: prepared.uprightSize, to: output.size)
    }

    /// Decodes, turns upright, resizes and encodes, on a thread of Imaging's own.
    static func make(_ input: ImageInput, _ settings: UploadSettings) async throws(ClientError) -> PreparedUpload {
        do throws(ImageError) {
            return PreparedUpload(try await input.prepared(as: settings.recipe))
        } catch {
            throw ClientError(error)
        }
    }

    /// Prepares several pictures, as many at a time as there are cores. The results are in the order of the places;
    /// those that had not begun when the task was cancelled are `cancelled`.
    static func make(
        _ inputs: [(place: Int, input: ImageInput)], _ settings: UploadSettings
    ) async -> [(place: Int, result: Result<PreparedUpload, ClientError>)] {
        var results: [Result<PreparedUpload, ClientError>] = []
        for await result in Batch().prepared(inputs.map(\.input), as: settings.recipe) {
            results.append(result.map(PreparedUpload.init).mapError(ClientError.init))
        }
        while results.count < inputs.count { results.append(.failure(.cancelled)) }
        return zip(inputs, results).map { ($0.place, $1) }
    }
}

extension UploadSettings {
    fileprivate var recipe: Recipe { Recipe(.fit(side, quality: quality)) }
}

extension ClientError {
    fileprivate init(_ error: ImageError) {
        if case .cancelled = error { self = .cancelled } else { self = .image(error) }
    }
}
