import TestSupport
import Testing
import TransportTestSupport

@testable import HTTPTransport

@Suite("A server", .timeLimit(.minutes(5)))
struct HTTPServerTests {
    @Test("answers a GET with its parameters, in order, and keeps the connection")
    func get() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        for _ in 0..<3 {
            client.send("GET /a%20b?&x=1+2&y=%C3%BC&x=3&flag&=& HTTP/1.1\r\nHost: h\r\n\r\n")
            let answer = client.readAnswer()
            #expect(answer.status == 200)
            #expect(answer.body == "GET /a b notRequired\nx=1 2\ny=ü\nx=3\nflag=\n=")
            #expect(answer.headers["Content-Length"] == "\(answer.body.utf8.count)")
        }
    }

    @Test("hands heavy requests to the image threads and answers with what they found")
    func heavy() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        for _ in 0..<20 {
            client.send("GET /heavy?x=1 HTTP/1.1\r\nHost: h\r\n\r\n")
            #expect(client.readAnswer().body == "GET /heavy notRequired\nx=1")
        }
    }

    @Test("reads a form, a multipart body and a chunked one alike")
    func bodies() throws {
        let server = try TestServer()
        let client = RawClient(port: server.port)
        client.send(
            "POST /f?a=1 HTTP/1.1\r\nHost: h\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: 7\r\n\r\nb=2&c=+")
        #expect(client.readAnswer().body == "POST /f notRequired\na=1\nb=2\nc= ")
        let multipart =
            "--B\r\nContent-Disposition: form-data; name=\"t\"\r\n\r\n1+2\r\n--B\r\n"
            + "Content-Type: image/jpeg\r\nContent-Disposition: form-data; name=\"image\"; filename=\"/p/t.jpg\"\r\n\r\n"
            + "\r\nBYTES\r\n\r\n--B--\r\n"
        client.send(
            "POST /heavy?a=1 HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n")
        for byte in multipart.utf8 { client.send([0x31, 0x0D, 0x0A, byte, 0x0D, 0x0A]) }
        client.send("0\r\n\r\n")
        #expect(client.readAnswer().body == "POST /heavy notRequired\na=1\nt=1+2\nfile image /p/t.jpg image/jpeg 9")
    }
}
