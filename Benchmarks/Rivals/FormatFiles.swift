import BenchmarkKit
import CVipsShim
import Foundation
import Imaging

/// The largest photos as PNG and WebP files of full size, in a folder that goes when the value does.
final class FormatFiles {
    /// The number of photos: decoding a PNG takes ten times as long as a shrunk JPEG.
    static let count = 8

    private let folder: URL
    let format: ImageFormat
    let photos: [Photos.Photo]

    /// PNG, or WebP of quality 85. Throws when a photo cannot be decoded or written.
    init(_ format: ImageFormat, of all: [Photos.Photo]) throws {
        self.format = format
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "benchmarks-\(format.rawValue)-\(ProcessInfo.processInfo.processIdentifier)")
        self.folder = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let codec = JPEGCodec()
        let colored = all.filter { $0.header.components == 3 }
        let largest = colored.sorted { $0.header.storedSize.pixelCount > $1.header.storedSize.pixelCount }
        photos = try largest.prefix(Self.count).enumerated().map { index, photo in
            guard let bytes = FileManager.default.contents(atPath: photo.path),
                let picture = codec.decode([UInt8](bytes), stored: photo.header.storedSize)
            else { throw Failure("\(photo.path) cannot be decoded") }
            let file = try FormatFiles.encode(picture, as: format)
            let path = folder.appending(path: "\(index).\(format.rawValue)").path
            try Data(file).write(to: URL(filePath: path))
            return Photos.Photo(
                path: path, header: try inspect(file, limits: Limits(inputBytes: .max)), bytes: file.count)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func encode(_ picture: Picture, as format: ImageFormat) throws -> [UInt8] {
        var file: UnsafeMutablePointer<UInt8>?
        var count = 0
        var metadata = unsafe cvs_metadata()
        var message = [CChar](repeating: 0, count: Int(CVS_MESSAGE_SIZE))
        // Safe: the picture has three bytes per pixel; the file is copied, then freed.
        let code = unsafe picture.bytes.withUnsafeBufferPointer { pixels in
            unsafe message.withUnsafeMutableBufferPointer { text in
                unsafe cvs_save(
                    format == .png ? .png : .webp, pixels.baseAddress!, CInt(picture.width), CInt(picture.height),
                    cvs_frames(count: 1, delays: nil, plays: 0),
                    cvs_save_settings(quality: 85, halves_color: 0, progressive: 0, lossless: 0, effort: -1), &metadata,
                    cvs_stop(deadline: .infinity, is_cancelled: nil, context: nil), &file, &count, text.baseAddress!)
            }
        }
        guard code == .ok, let file = unsafe file else { throw Failure("a \(format.rawValue) cannot be written") }
        defer { unsafe cvs_free(file) }
        return unsafe [UInt8](UnsafeBufferPointer(start: file, count: count))
    }

    /// The floor: CPU and wall time of decoding all pixels of all files with libvips, and nothing else.
    ///
    /// WebP is decoded at the scale that a thumbnail of 512 pixels needs.
    func decodeAlone() throws -> Cost {
        let (wall, cpu) = (Clock.wall(), Clock.process())
        for photo in photos {
            guard let bytes = FileManager.default.contents(atPath: photo.path) else {
                throw Failure("no \(photo.path)")
            }
            let scale = format == .webp ? min(1, 1.5 * 512 / Double(photo.header.storedSize.longestSide)) : 1
            try decode([UInt8](bytes), scale: scale)
        }
        return Cost(wall: Clock.wall() - wall, cpu: Clock.process() - cpu, peakResident: 0)
    }

    private func decode(_ bytes: [UInt8], scale: Double) throws {
        var request = cvs_source_request()
        request.scale = scale
        var source: OpaquePointer?
        var info = cvs_source_info()
        var space = cvs_space.rgb
        var message = [CChar](repeating: 0, count: Int(CVS_MESSAGE_SIZE))
        var strip: [UInt8] = []
        // Safe: all buffers outlive the calls; the strip has room for its rows of up to four bytes per pixel.
        let isRead = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe message.withUnsafeMutableBufferPointer { text in
                guard
                    unsafe cvs_source_open(
                        format == .png ? .png : .webp, input.baseAddress!, input.count, request, &source, &info,
                        text.baseAddress!) == .ok,
                    let source = unsafe source
                else { return false }
                defer { unsafe cvs_source_close(source) }
                guard unsafe cvs_source_start(source, &space, text.baseAddress!) == .ok else { return false }
                let stride = Int(info.width) * 4
                strip = [UInt8](repeating: 0, count: stride * 64)
                return unsafe strip.withUnsafeMutableBufferPointer { strip in
                    Swift.stride(from: CInt(0), to: info.height, by: 64).allSatisfy { top in
                        unsafe cvs_source_read(
                            source, 0, top, info.width, min(64, info.height - top), strip.baseAddress!, stride,
                            text.baseAddress!) == .ok
                    }
                }
            }
        }
        guard isRead else { throw Failure("a \(format.rawValue) of our own cannot be decoded") }
    }
}
