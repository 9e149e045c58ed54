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
            read = try await Workers.images.run { _ throws(ImageError) in image.read(upTo: limit) }
        } catch {
            throw .image(error)
        }
        if let count = read.byteCount, count <= limit {
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
    /// The bytes of a regular file of at most `limit` bytes in place of its name. Anything else stays a file: what
    /// makes pictures smaller has limits of its own, and says what is wrong with a file that cannot be read.
    fileprivate func read(upTo limit: Int) -> ImageInput {
        guard case .file(let url) = self, url.isFileURL else { return self }
        // Without waiting for somebody who writes to a pipe.
        // Safe: the path ends with NUL.
        let descriptor = unsafe open(url.path(percentEncoded: false), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return self }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        // Safe: the structure outlives the call.
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit,
            // A file that grows meanwhile is read as far as it went when it was opened.
            let data = try? file.read(upToCount: Int(status.st_size))
        else { return self }
        return .bytes([UInt8](data))
    }

    /// Nil for a file.
    var byteCount: Int? {
        switch self {
        case .file: nil
        case .bytes(let bytes): bytes.count
        case .pixels(let pixels): pixels.bytes.count
        }
    }
}
