/// A picture in the form that is sent to a server of our own: as it is, or scaled down where it is too large.
package struct TransferableImage: Sendable {
    /// Bytes or pixels, never a file.
    package let image: ImageInput
    /// The scale of a picture that was scaled down; nil for one that was not.
    package let scale: UploadScale?

    /// Reads a file, off the caller's thread.
    package init(_ image: ImageInput, limit: Int, client: SearchClient) async throws(SearchError) {
        let read = await image.read(upTo: limit)
        if let count = read.byteCount, count <= limit {
            (self.image, scale) = (read, nil)
            return
        }
        do throws(ClientError) {
            let upload = try await client.upload(read, .highQuality, limit: limit)
            (self.image, scale) = (.bytes(upload.bytes), upload.scale)
        } catch {
            throw SearchError(error)
        }
    }

    func map(_ region: Region?) throws(SearchError) -> Region? {
        guard let region else { return nil }
        return try map(region)
    }

    func map(_ region: Region) throws(SearchError) -> Region {
        guard let scale else { return region }
        switch region {
        case .box(let box):
            guard let moved = scale.map(box) else { throw .image(.boxOutside(box: box, image: scale.original)) }
            return .box(moved)
        case .point(let point): return .point(scale.nearest(point))
        }
    }

    func unmap(_ answer: SearchAnswer) -> SearchAnswer {
        guard let scale else { return answer }
        var answer = answer
        answer.queryBox = answer.queryBox.map(scale.unmap)
        for index in answer.objects.indices { answer.objects[index].box = scale.unmap(answer.objects[index].box) }
        return answer
    }

    func unmap(_ answer: DiscoverAnswer) -> DiscoverAnswer {
        guard let scale else { return answer }
        var answer = answer
        answer.uprightSize = scale.original
        for index in answer.objects.indices {
            answer.objects[index].object.box = scale.unmap(answer.objects[index].object.box)
            answer.objects[index].answer = unmap(answer.objects[index].answer)
        }
        for index in answer.others.indices { answer.others[index].box = scale.unmap(answer.others[index].box) }
        return answer
    }
}

extension SearchError {
    /// The error of a picture that could not be sent, or of a call that failed, in the words of the engine.
    package init(_ error: ClientError) {
        switch error {
        case .cancelled: self = .cancelled
        case .image(let error): self = .image(error)
        case .invalidArgument(let text): self = .invalidArgument(text)
        case .transport, .httpStatus, .service, .decoding: self = .service(error.description)
        }
    }
}
