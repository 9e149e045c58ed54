internal import Foundation

/// A JPEG as a part of a request.
struct Attachment: Hashable, Sendable {
    var name = "image"
    var jpeg: [UInt8]
}

/// A multipart body: parameters as text, and files.
struct MultipartForm {
    let contentType: String
    let bytes: [UInt8]

    init(_ parameters: Parameters, _ files: [Attachment]) {
        let boundary = "magpie-\(UUID().uuidString)"
        var bytes: [UInt8] = []
        bytes.reserveCapacity(files.reduce(256 * (parameters.all.count + files.count + 1)) { $0 + $1.jpeg.count })
        for parameter in parameters.all {
            bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(parameter.name.quoted)\"\r\n\r\n".utf8
            bytes += "\(parameter.value)\r\n".utf8
        }
        for file in files {
            bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(file.name)\"; ".utf8
            bytes += "filename=\"image.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n".utf8
            bytes += file.jpeg
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
