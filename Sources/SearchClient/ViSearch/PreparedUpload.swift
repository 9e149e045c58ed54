/// A picture made ready for the network.
struct PreparedUpload: Sendable {
    var jpeg: [UInt8]
    var scale: UploadScale

    /// Decodes, turns upright, resizes and encodes, on a thread of Imaging's own.
    static func make(_ input: ImageInput, _ settings: UploadSettings) async throws(ClientError) -> PreparedUpload {
        do throws(ImageError) {
            let prepared = try await input.prepared(as: Recipe(.fit(settings.side, quality: settings.quality)))
            let output = prepared.outputs[0]
            return PreparedUpload(
                jpeg: output.jpeg, scale: UploadScale(from: prepared.uprightSize, to: output.size))
        } catch {
            if case .cancelled = error { throw .cancelled }
            throw .image(error)
        }
    }

    /// Prepares several pictures, as many at a time as there are cores. The results are in the order of the places;
    /// those that had not begun when the task was cancelled are `cancelled`.
    static func make(
        _ inputs: [(place: Int, input: ImageInput)], _ settings: UploadSettings
    ) async -> [(place: Int, result: Result<PreparedUpload, ClientError>)] {
        await withTaskGroup(of: (place: Int, result: Result<PreparedUpload, ClientError>).self) { group in
            var results: [(place: Int, result: Result<PreparedUpload, ClientError>)] = []
            for (number, (place, input)) in inputs.enumerated() {
                if number >= Batch.usableCores, let result = await group.next() { results.append(result) }
                group.addTask {
                    do throws(ClientError) {
                        if Task.isCancelled { throw .cancelled }
                        return (place, .success(try await make(input, settings)))
                    } catch {
                        return (place, .failure(error))
                    }
                }
            }
            for await result in group { results.append(result) }
            return results.sorted { $0.place < $1.place }
        }
    }
}
