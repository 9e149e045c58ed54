internal import Foundation
package import WireFormat

/// A picture as a part of a request.
package struct Attachment: Hashable, Sendable {
    package var name: String
    package var bytes: [UInt8]

    package init(name: String = "image", _ bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }

    /// The name and the type of its file. Services look at the bytes of what is no JPEG.
    fileprivate var file: (name: String, type: String) {
        bytes.starts(with: [0xFF, 0xD8]) ? ("image.jpg", "image/jpeg") : ("image", "application/octet-stream")
    }
}

/// A multipart body: parameters as text, and files.
package struct MultipartForm {
    package let contentType: String
    package let bytes: [UInt8]

    package init(_ parameters: Parameters, _ files: [Attachment]) {
        let boundary = "magpie-\(UUID().uuidString)"
        var bytes: [UInt8] = []
        bytes.reserveCapacity(files.reduce(256 * (parameters.all.count + files.count + 1)) { $0 + $1.bytes.count })
        for parameter in parameters.all {
            bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(parameter.name.quoted)\"\r\n\r\n".utf8
            bytes += "\(parameter.value)\r\n".utf8
        }
        for file in files {
            bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(file.name)\"; ".utf8
            bytes += "filename=\"\(file.file.name)\"\r\nContent-Type: \(file.file.type)\r\n\r\n".utf8
            bytes += file.bytes
            bytes += "\r\n".utf8
        }
        bytes += "--\(boundary)--\r\n".utf8
        self.bytes = bytes
        contentType = "multipart/form-data; boundary=\(boundary)"
    }
}

extension String {
    /// The name as browsers write it, with the characters escaped that would end it.
    fileprivate var quoted: String {
        replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
