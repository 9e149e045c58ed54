extension SearchClient {
    /// Sends parameters to a path: as a multipart body with files, as a form, or in the URL.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the request.
    ///   - path: With its slash, in front of the base URL's path.
    ///   - files: The files beside the parameters; where there are any, the request is a post.
    ///   - isPost: The parameters are a form in the body; else they are in the URL.
    ///   - isRepeatable: The request may be sent again when it may have arrived.
    package func send(
        _ parameters: Parameters, to path: String, with files: [Attachment], isPost: Bool, isRepeatable: Bool
    ) async throws(ClientError) -> HTTPReply {
        var headers = self.headers
        let request: HTTPRequest
        if !files.isEmpty {
            let form = MultipartForm(parameters, files)
            headers["Content-Type"] = form.contentType
            request = HTTPRequest("POST", try url(path), headers: headers, body: form.bytes)
        } else if isPost {
            headers["Content-Type"] = "application/x-www-form-urlencoded; charset=utf-8"
            request = HTTPRequest("POST", try url(path), headers: headers, body: Array(parameters.urlEncoded.utf8))
        } else {
            request = HTTPRequest("GET", try url(path, query: parameters.urlEncoded), headers: headers)
        }
        return try await send(request, isRepeatable: isRepeatable)
    }
}
