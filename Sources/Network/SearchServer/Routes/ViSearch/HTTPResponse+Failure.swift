internal import ViSearchAPI

// The answers outside of an operation, in a form that the decoders of all SDKs accept.
extension HTTPResponse {
    /// Returns the answer for a fault of a request that is part of no operation.
    static func failure(_ fault: ViSearch.Fault, _ request: HTTPRequest, status: Int) -> HTTPResponse {
        failure(request, status: status) { writer in
            writer.key("error")
            writer.array([fault.text]) { writer, text in writer.value(text) }
        }
    }

    /// A request that the transport refuses.
    ///
    /// The Java client reads the errors of an insert only as JSON objects, and no answer to a removal without a total.
    static func refusal(_ refusal: HTTPRefusal, _ request: HTTPRequest) -> HTTPResponse {
        failure(request, status: refusal.status) { writer in
            writer.key("error")
            writer.beginArray()
            if case .operation(.insert)? = request.destination as? Route {
                writer.beginObject()
                writer.key("error_message")
                writer.value(refusal.text)
                writer.endObject()
            } else {
                writer.value(refusal.text)
            }
            writer.endArray()
            writer.key("total")
            writer.value(0)
        }
    }

    private static func failure(
        _ request: HTTPRequest, status: Int, _ members: (inout JSONWriter) -> Void
    ) -> HTTPResponse {
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.key("status")
        writer.value("fail")
        writer.key("method")
        writer.value(String(request.path.drop { $0 == "/" }))
        members(&writer)
        writer.key("reqid")
        writer.value(request.id)
        writer.endObject()
        return HTTPResponse(status: status, body: writer.bytes)
    }

    /// Refuses a request whose operation requires POST.
    static func postOnly(_ request: HTTPRequest) -> HTTPResponse {
        var response = failure(ViSearch.Fault("The method is not supported."), request, status: 405)
        response.headers.append(("Allow", "POST, OPTIONS"))
        return response
    }
}
