internal import Essentials

/// As `{"bytes":base64}`, `{"pixels":base64,"width":…,"height":…,"channels":…}` or, where the server keeps uploads,
/// `{"upload":"…"}`.
///
/// A file is not written: it is on the machine of the caller, who sends its bytes. Nor is one read, so no request can
/// name a file of the server.
extension ImageInput: Codable {
    private enum CodingKeys: String, CodingKey {
        case bytes, pixels, width, height, channels, upload
    }

    /// Decodes bytes or pixels. Throws `DecodingError` when the pixels do not fit their width, height and channels.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let bytes = try container.decodeIfPresent(Data.self, forKey: .bytes) {
            self = .bytes([UInt8](bytes))
            return
        }
        if let uploads = decoder.userInfo[.uploads] as? KeptUploads,
            let name = try container.decodeIfPresent(String.self, forKey: .upload)
        {
            guard let bytes = uploads.bytes(name) else {
                throw DecodingError.unfitting("the server keeps no upload of this name", at: decoder.codingPath)
            }
            self = .bytes(bytes)
            return
        }
        let size = Size(
            width: try container.decode(Int.self, forKey: .width),
            height: try container.decode(Int.self, forKey: .height))
        let bytes = try container.decode(Data.self, forKey: .pixels)
        let channels = try container.decode(Int.self, forKey: .channels)
        guard let pixels = PixelBuffer(size: size, channels: channels, bytes: [UInt8](bytes)) else {
            throw DecodingError.unfitting("the bytes do not fit width, height and channels", at: decoder.codingPath)
        }
        self = .pixels(pixels)
    }

    /// Encodes bytes or pixels as base64. Throws `EncodingError` for a file.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .file(let url):
            throw EncodingError.invalidValue(
                url,
                .init(codingPath: encoder.codingPath, debugDescription: "the bytes of a file travel, not its name"))
        case .bytes(let bytes): try container.encode(Data(bytes), forKey: .bytes)
        case .pixels(let pixels):
            try container.encode(Data(pixels.bytes), forKey: .pixels)
            try container.encode(pixels.size.width, forKey: .width)
            try container.encode(pixels.size.height, forKey: .height)
            try container.encode(pixels.channels, forKey: .channels)
        }
    }
}

/// The uploaded pictures that a request may name in place of their bytes.
package struct KeptUploads: Sendable {
    /// Returns the bytes of an upload; nil where it was never there, or is no longer.
    package let bytes: @Sendable (String) -> [UInt8]?

    package init(bytes: @escaping @Sendable (String) -> [UInt8]?) { self.bytes = bytes }
}

extension CodingUserInfoKey {
    /// The ``KeptUploads`` of a decoder. Without it, no request names an upload.
    package static let uploads = CodingUserInfoKey(rawValue: "uploads")!
}
