import HTTPTransport

/// An inference server with the model `m`, which describes each picture with the same two values.
struct ModelHandler: RequestHandler {
    func route(method: String, path: String) -> HTTPRoute {
        var route = HTTPRoute("model")
        route.bodyBytes = 32 << 20
        route.needs = nil
        return route
    }

    func respond(to request: HTTPRequest) -> HTTPResponse {
        let text =
            request.method == "GET"
            ? #"""
            {"name": "m", "versions": ["1"], "platform": "test",
            "inputs": [{"name": "x", "datatype": "FP32", "shape": [-1, 3, 8, 8]}],
            "outputs": [{"name": "y", "datatype": "FP32", "shape": [-1, 2]}]}
            """#
            : #"{"model_name": "m", "outputs": [{"name": "y", "datatype": "FP32", "shape": [1, 2], "data": [3, 4]}]}"#
        return HTTPResponse(contentType: "application/json", body: Array(text.utf8))
    }
}
