import TestSupport

/// The bytes of the requests that the cases name: uploads of one picture, and searches for one item, written in the
/// ways that clients and proxies have been seen to write them.
struct CaseRequest {
    private let picture: [UInt8]

    init(picture: [UInt8]) { self.picture = picture }

    /// The part of the picture, with its own header lines.
    private func part(_ lines: String, boundary: String = "b0undary") -> [UInt8] {
        Array("--\(boundary)\r\n\(lines)\r\n\r\n".utf8) + picture + Array("\r\n".utf8)
    }

    private func upload(
        _ body: [UInt8], type: String = "multipart/form-data; boundary=b0undary", headers: String = "",
        length: Bool = true
    ) -> [UInt8] {
        let size = length ? "Content-Length: \(body.count)\r\n" : ""
        return Array(
            "POST /uploadsearch?limit=2 HTTP/1.1\r\nHost: localhost\r\nContent-Type: \(type)\r\n\(headers)\(size)\r\n"
                .utf8)
            + body
    }

    private func form(_ lines: String, boundary: String = "b0undary", type: String? = nil, tail: String = "--\r\n")
        -> [UInt8]
    {
        upload(
            part(lines, boundary: boundary) + Array("--\(boundary)\(tail)".utf8),
            type: type ?? "multipart/form-data; boundary=\(boundary)")
    }

    private func get(_ target: String, version: String = "1.1", headers: String = "Host: localhost\r\n") -> [UInt8] {
        Array("GET \(target) HTTP/\(version)\r\n\(headers)\r\n".utf8)
    }

    private var disposition: String { "Content-Disposition: form-data; name=\"image\"; filename=\"a.jpg\"" }
    private var whole: [UInt8] { part("\(disposition)\r\nContent-Type: image/jpeg") + Array("--b0undary--\r\n".utf8) }

    /// The body in chunks of a few bytes, and of the rest.
    private func chunked(trailer: String = "") -> [UInt8] {
        var bytes: [UInt8] = []
        for range in [0..<1, 1..<9, 9..<whole.count] {
            bytes += Array("\(String(range.count, radix: 16))\r\n".utf8) + whole[range] + Array("\r\n".utf8)
        }
        return bytes + Array("0\r\n\(trailer)\r\n".utf8)
    }

    /// The request that a case names; nil for a name that is not known here.
    func bytes(_ name: String) -> [UInt8]? { uploaded(name) ?? shaped(name) ?? searched(name) }

    private func uploaded(_ name: String) -> [UInt8]? {
        switch name {
        case "plain": upload(whole)
        case "boundary quoted": upload(whole, type: "multipart/form-data; boundary=\"b0undary\"")
        case "charset before boundary": upload(whole, type: "multipart/form-data; charset=utf-8; boundary=b0undary")
        case "Boundary capital": upload(whole, type: "multipart/form-data; Boundary=b0undary")
        case "boundary with spaces =":
            form(disposition, boundary: "b =0 x", type: "multipart/form-data; boundary=\"b =0 x\"")
        case "boundary odd chars":
            form(disposition, boundary: "'()+_,-./:=?x", type: "multipart/form-data; boundary=\"'()+_,-./:=?x\"")
        case "filename before name": form("Content-Disposition: form-data; filename=\"a.jpg\"; name=\"image\"")
        case "single quotes": form("Content-Disposition: form-data; name='image'; filename='a.jpg'")
        case "header no space": form("Content-Disposition:form-data;name=\"image\";filename=\"a.jpg\"")
        case "disposition after type": form("Content-Type: image/jpeg\r\n\(disposition)")
        case "filename* and filename": form("\(disposition); filename*=UTF-8''gr%C3%BCn.jpg")
        case "filename* only": form("Content-Disposition: form-data; name=\"image\"; filename*=UTF-8''gr%C3%BCn.jpg")
        case "filename escaped quote":
            form("Content-Disposition: form-data; name=\"image\"; filename=\"a\\\"b.jpg\"\r\nContent-Type: image/jpeg")
        case "filename empty":
            form("Content-Disposition: form-data; name=\"image\"; filename=\"\"\r\nContent-Type: image/jpeg")
        case "no filename, no type": form("Content-Disposition: form-data; name=\"image\"")
        case "type octet-stream": form("\(disposition)\r\nContent-Type: application/octet-stream")
        case "type image/*": form("\(disposition)\r\nContent-Type: image/*")
        case "transfer-encoding binary": form("\(disposition)\r\nContent-Transfer-Encoding: binary")
        case "part content-length": form("\(disposition)\r\nContent-Length: \(picture.count)")
        case "name file": form("Content-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"")
        default: nil
        }
    }

    private func shaped(_ name: String) -> [UInt8]? {
        let open = part("\(disposition)\r\nContent-Type: image/jpeg")
        let close = Array("--b0undary--\r\n".utf8)
        return switch name {
        case "LF only": upload(Array("--b0undary\n\(disposition)\n\n".utf8) + picture + Array("\n--b0undary--\n".utf8))
        case "leading CRLF": upload(Array("\r\n".utf8) + whole)
        case "no final CRLF": form(disposition, tail: "--")
        case "boundary trailing blanks": upload(Array("--b0undary  \t\r\n".utf8) + whole.dropFirst(12))
        case "two images": upload(open + open + close)
        case "field utf8 charset":
            upload(
                Array(
                    "--b0undary\r\nContent-Disposition: form-data; name=\"fl\"\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\ntitle\r\n"
                        .utf8) + whole)
        case "unknown extra file":
            upload(part("Content-Disposition: form-data; name=\"mask\"; filename=\"m.png\"") + whole)
        case "raw body": upload(picture, type: "image/jpeg")
        case "form no content-type": upload(whole).withoutLine("Content-Type")
        case "gzip body": upload(whole, headers: "Content-Encoding: gzip\r\n")
        case "identity body": upload(whole, headers: "Content-Encoding: identity\r\n")
        case "chunked bytes": upload(chunked(), headers: "Transfer-Encoding: chunked\r\n", length: false)
        case "chunked trailer":
            upload(chunked(trailer: "X-Sum: 1\r\n"), headers: "Transfer-Encoding: chunked\r\n", length: false)
        case "expect 100 upper": upload(whole, headers: "Expect: 100-Continue\r\n")
        default: nil
        }
    }

    private func searched(_ name: String) -> [UInt8]? {
        let target = "/search?im_name=shoe-001&limit=2"
        let body = "im_name=shoe-001&limit=2"
        return switch name {
        case "urlencoded upper":
            Array(
                "POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Type: APPLICATION/X-WWW-FORM-URLENCODED; charset=UTF-8\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    .utf8)
        case "get": get(target)
        case "trailing slash": get("/search/?im_name=shoe-001&limit=2")
        case "double slash": get("//search?im_name=shoe-001&limit=2")
        case "encoded path": get("/se%61rch?im_name=shoe-001&limit=2")
        case "upper path": get("/SEARCH?im_name=shoe-001&limit=2")
        case "range": get(target, headers: "Host: localhost\r\nRange: bytes=0-9\r\n")
        case "http/1.0 no host": get(target, version: "1.0", headers: "")
        case "param empty limit": get("/search?im_name=shoe-001&limit=")
        case "limit 2.0": get("/search?im_name=shoe-001&limit=2.0")
        case "limit ' 2'": get("/search?im_name=shoe-001&limit=%202")
        case "limit 1e1": get("/search?im_name=shoe-001&limit=1e1")
        case "limit 0": get("/search?im_name=shoe-001&limit=0")
        case "limit -1": get("/search?im_name=shoe-001&limit=-1")
        case "page 99999": get("/search?im_name=shoe-001&limit=2&page=99999")
        case "semicolon sep": get("/search?im_name=shoe-001;limit=2")
        case "fragment": get("/search?im_name=shoe-001&limit=2#top")
        case "no value": get("/search?im_name&limit=2")
        case "score TRUE": get("\(target)&score=TRUE")
        case "score 1": get("\(target)&score=1")
        case "long 40k": get("\(target)&x=\(String(repeating: "a", count: 40_000))")
        default: nil
        }
    }
}

extension [UInt8] {
    /// A request without one line of its head.
    fileprivate func withoutLine(_ name: String) -> [UInt8] {
        guard let start = firstRange(of: Array("\(name):".utf8)),
            let end = self[start.lowerBound...].firstIndex(of: UInt8(ascii: "\n"))
        else { return self }
        return Array(self[..<start.lowerBound] + self[(end + 1)...])
    }
}
