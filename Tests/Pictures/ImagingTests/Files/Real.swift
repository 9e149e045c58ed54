import Imaging
import TestSupport

/// Whole image files with real pixels, made in code. Metadata is put in by hand, never by the library under test.
enum Real {
    /// A file as Magpie writes it, at full size and without metadata.
    static func file(_ picture: PixelBuffer, _ encoding: Output.Encoding) throws -> [UInt8] {
        let shape = Output.Shape.exact(picture.size)
        return try prepare(.pixels(picture), as: Recipe(Output(shape, encoding: encoding))).outputs[0].bytes
    }

    static func png(_ picture: PixelBuffer, orientation: Int? = nil) throws -> [UInt8] {
        let bytes = try file(picture, .png)
        return orientation.map { inserting(Made.chunk("eXIf", Made.exif(orientation: $0)), intoPNG: bytes) } ?? bytes
    }

    /// Quality 97 keeps color at full resolution, 80 at half.
    static func jpeg(_ picture: PixelBuffer, quality: Int = 97, orientation: Int? = nil) throws -> [UInt8] {
        let bytes = try file(picture, .jpeg(quality: quality))
        return orientation.map { turning(bytes, to: $0) } ?? bytes
    }

    static func webp(_ picture: PixelBuffer, orientation: Int? = nil) throws -> [UInt8] {
        let bytes = try file(picture, .webp(quality: 95))
        guard let orientation else { return bytes }
        let (width, height) = (picture.size.width, picture.size.height)
        return Made.webp(
            Made.canvas(flags: 0x08, width: width, height: height), Array(bytes.dropFirst(12)),
            Made.riff("EXIF", Made.exif(orientation: orientation)))
    }

    /// Uncompressed, one strip, 8 bits per channel.
    static func tiff(_ picture: PixelBuffer, orientation: Int? = nil, profile: [UInt8] = []) -> [UInt8] {
        TIFFPage(picture.size, samples: picture.channels, data: picture.bytes).file(
            orientation: orientation, profile: profile)
    }

    /// The same JPEG with an EXIF block right behind its first marker.
    static func turning(_ jpeg: [UInt8], to orientation: Int) -> [UInt8] {
        Array(jpeg[..<2]) + Made.exifSegment(Made.exif(orientation: orientation)) + jpeg[2...]
    }

    /// The same PNG with a chunk behind IHDR.
    static func inserting(_ chunk: [UInt8], intoPNG png: [UInt8]) -> [UInt8] {
        Array(png[..<33]) + chunk + png[33...]
    }

    /// The picture in full size, as the library decodes it.
    static func pixels(
        _ bytes: [UInt8], box: Box? = nil, shape: Output.Shape = .fit(1024), background: RGB = .white,
        effort: Recipe.Effort = .fast
    ) throws -> PixelBuffer {
        let recipe = Recipe(Output(shape, encoding: .pixels), box: box, effort: effort, background: background)
        return try prepare(.bytes(bytes), as: recipe).outputs[0].pixels!
    }
}
