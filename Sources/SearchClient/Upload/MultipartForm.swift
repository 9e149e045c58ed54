internal import Foundation
internal import SearchAPI

/// A multipart body: parameters as text, and one file named `image`.
struct MultipartForm {
    let contentType: String
    let bytes: [UInt8]

    init(_ parameters: Parameters, file: [UInt8]) {
        let boundary = "magpie-\(UUID().uuidString)"
        var bytes: [UInt8] = []
        bytes.reserveCapacity(file.count + 256 * (parameters.all.count + 2))
        for parameter in parameters.all {
            bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(parameter.name.quoted)\"\r\n\r\n".utf8
            bytes += "\(parameter.value)\r\n".utf8
        }
        bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"image\"; filename=\"image.jpg\"\r\n".utf8
        bytes += "Content-Type: image/jpeg\r\n\r\n".utf8
        bytes += file
        bytes += "\r\n--\(boundary)--\r\n".utf8
        self.bytes = bytes
        contentType = "multipart/form-data; boundary=\(boundary)"
    }
}

extension String {
    /// As browsers write a name that holds what would end it.
    fileprivate var quoted: String {
        replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
