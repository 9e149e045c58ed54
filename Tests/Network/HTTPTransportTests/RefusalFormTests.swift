import HTTPTransport
import TestSupport
import Testing
import TransportTestSupport

/// Has a form of its own for refusals, and says what the transport brought along.
private struct FormHandler: RequestHandler {
    func route(method: String, path: String) -> HTTPRoute {
        var route = HTTPRoute("form")
        route.content = .json
        route.bodyBytes = 10
        route.destination = "to \(path)"
        return route
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(contentType: "text/plain", body: Array("\(request.destination ?? "nowhere")".utf8))
    }

    func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest, on route: HTTPRoute) -> HTTPResponse {
        let text = "\(request.destination ?? "nowhere") on \(route.name): \(refusal.text)"
        return HTTPResponse(status: 200, contentType: "text/x-form", body: Array(text.utf8))
    }
}

@Suite("The form of refusals", .timeLimit(.minutes(5)))
struct RefusalFormTests {
    private func ask(_ server: borrowing TestServer, _ text: String) -> Answer {
        let client = RawClient(port: server.port)
        client.send(text)
        return client.readAnswer()
    }

    @Test("the handler gives the form of a refusal, and the transport its status")
    func handler() throws {
        let server = try TestServer(handler: FormHandler())
        let long = ask(
            server,
            "POST /a HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n[\"12345678]")
        #expect(long.status == 413 && long.headers["Content-Type"] == "text/x-form")
        #expect(long.body == "to /a on form: The request body is too large: the limit is 10 bytes.")
        // Refused before it has a route.
        let malformed = ask(server, "GET /a HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n")
        #expect(malformed.status == 400 && malformed.body == "nowhere on other: The request needs one Host header.")
    }

    @Test("a request brings along what the handler made of its path")
    func destination() throws {
        let server = try TestServer(handler: FormHandler())
        #expect(ask(server, "GET /b HTTP/1.1\r\nHost: h\r\n\r\n").body == "to /b")
    }

    @Test("without a form of the handler a refusal is plain text")
    func plain() throws {
        let server = try TestServer()
        let answer = ask(server, "DELETE /a HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(answer.status == 405 && answer.headers["Allow"] == "GET, POST, HEAD, OPTIONS")
        #expect(answer.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(answer.body == "The method is not supported.\n")
    }
}
