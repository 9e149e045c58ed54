internal import Foundation

/// A picture in the form that is sent to a server of our own: as it is, or scaled down where it is too large.
struct TransferableImage: Sendable {
    /// Bytes or pixels, never a file.
    let image: ImageInput
    /// The scale of a picture that was scaled down; nil for one that was not.
    let scale: UploadScale?

    /// Reads a file, off the caller's thread.
    init(_ image: ImageInput, limit: Int) async throws(SearchError) {
        let read: ImageInput
        do throws(ImageError) {
            read = try await Workers.images.run { _ throws(ImageError) in try image.read() }
        } catch {
            throw .image(error)
        }
        guard read.byteCount > limit else {
            (self.image, scale) = (read, nil)
            return
        }
        let upload: PreparedUpload
        do throws(ClientError) {
            upload = try await PreparedUpload.make(read, .highQuality)
        } catch {
            switch error {
            case .image(let error): throw .image(error)
            case .cancelled: throw .cancelled
            default: throw .service(error.description)
            }
        }
        (self.image, scale) = (.bytes(upload.jpeg), upload.scale)
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

extension ImageInput {
    /// Returns the bytes of a file instead of its name.
    fileprivate func read() throws(ImageError) -> ImageInput {
        guard case .file(let url) = self else { return self }
        let path = url.path(percentEncoded: false)
        do {
            return .bytes([UInt8](try Data(contentsOf: url)))
        } catch {
            guard FileManager.default.fileExists(atPath: path) else { throw .notFound(path: path) }
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
    }

    var byteCount: Int {
        switch self {
        case .file: 0
        case .bytes(let bytes): bytes.count
        case .pixels(let pixels): pixels.bytes.count
        }
    }
}
