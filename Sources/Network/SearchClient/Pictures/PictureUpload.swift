internal import Foundation

/// A picture in the form in which it is uploaded.
package struct PictureUpload: Sendable {
    package var bytes: [UInt8]
    /// The scale of a picture that was prepared; nil for bytes that go as they are.
    package var scale: UploadScale?
}

extension SearchClient {
    /// The most bytes of a picture that goes as it is: the services take images of 10 MB.
    package static let pictureBytes = 10_000_000

    /// Makes a picture ready with the preparer, or takes its bytes as they are without one.
    ///
    /// - Throws: `image` for a picture that cannot be prepared or read, `invalidArgument` for one that needs a
    ///   preparer.
    package func upload(
        _ picture: ImageInput, _ settings: UploadSettings, limit: Int = pictureBytes
    ) async throws(ClientError) -> PictureUpload {
        guard let preparer else {
            if settings.crop != nil { throw .needsPreparer("a part of a picture cannot be cut out") }
            return PictureUpload(bytes: try await bytes(of: picture, upTo: limit), scale: nil)
        }
        do throws(ImageError) {
            let prepared = try await preparer.prepare(
                picture, side: settings.side, quality: settings.quality, box: settings.crop)
            return PictureUpload(
                bytes: prepared.jpeg,
                scale: UploadScale(from: prepared.uprightSize, part: prepared.box, to: prepared.size))
        } catch {
            throw ClientError(error)
        }
    }

    /// Makes several pictures ready, as many at a time as the preparer works on. The results are in the order of the
    /// pictures.
    package func uploads(
        _ pictures: [ImageInput], _ settings: UploadSettings
    ) async -> [Result<PictureUpload, ClientError>] {
        await withTaskGroup(of: (Int, Result<PictureUpload, ClientError>).self) { group in
            for (place, picture) in pictures.enumerated() {
                group.addTask {
                    do throws(ClientError) {
                        return (place, .success(try await upload(picture, settings)))
                    } catch {
                        return (place, .failure(error))
                    }
                }
            }
            var results = [Result<PictureUpload, ClientError>](repeating: .failure(.cancelled), count: pictures.count)
            for await (place, result) in group { results[place] = result }
            return results
        }
    }

    private func bytes(of picture: ImageInput, upTo limit: Int) async throws(ClientError) -> [UInt8] {
        let count: Int
        switch await picture.read(upTo: limit) {
        case .pixels: throw .needsPreparer("pixels are no file that could be sent")
        case .file(let url):
            let path = url.path(percentEncoded: false)
            guard FileManager.default.fileExists(atPath: path) else { throw .image(.notFound(path: path)) }
            let size = url.regularFileSize
            if size == 0 { throw .image(.empty) }
            guard let size, size > limit else {
                throw .image(.unreadable(path: path, reason: "it is not a regular file that can be read"))
            }
            count = size
        case .bytes(let bytes):
            if bytes.isEmpty { throw .image(.empty) }
            if bytes.count <= limit { return bytes }
            count = bytes.count
        }
        throw .needsPreparer("the picture has \(count) bytes, and at most \(limit) can be sent as they are")
    }
}

extension ClientError {
    fileprivate static func needsPreparer(_ reason: String) -> ClientError {
        .invalidArgument("\(reason); a client with a PicturePreparer makes pictures ready, see SearchClientImaging")
    }

    package init(_ error: ImageError) {
        if case .cancelled = error { self = .cancelled } else { self = .image(error) }
    }
}

extension ImageInput {
    /// The bytes of a regular file of at most `limit` bytes, and of at least one, in place of its name. Anything else
    /// stays a file: what makes pictures smaller has limits of its own, and says what is wrong with a file.
    func read(upTo limit: Int) async -> ImageInput {
        guard case .file(let url) = self else { return self }
        return await Workers.files.run { _ in
            // A pipe is never opened: that would wait for somebody who writes to it.
            guard let size = url.regularFileSize, (1...limit).contains(size),
                // A file that grows meanwhile is read as far as it went when it was measured.
                let file = try? FileHandle(forReadingFrom: url), let data = try? file.read(upToCount: size)
            else { return self }
            return .bytes([UInt8](data))
        }
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

extension URL {
    /// The bytes of a regular file, also of one that a link leads to; nil for anything else.
    fileprivate var regularFileSize: Int? {
        guard isFileURL else { return nil }
        let values = try? resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
        return values?.isRegularFile == true ? values?.fileSize : nil
    }
}

extension Workers {
    /// The threads on which pictures are read, and prepared by Apple's frameworks: never those that run tasks.
    static let files = Workers(threads: 2)
}
