// The way to the service and back.
extension ProductSearchClient {
    func ask(
        _ call: ProductSearch.Call, _ settings: UploadSettings
    ) async throws(ClientError) -> ProductSearchFound {
        var call = call
        var upload: PictureUpload?
        if case .local(let input)? = call.query.image?.source {
            // A request that the service would refuse costs no decoding.
            _ = try call.checked()
            upload = try await client.upload(input, settings)
            call.query.image = ProductSearch.Image(.upload)
            if let scale = upload?.scale { try call.query.move(by: scale) }
        }
        let results = try await results(call, upload: upload?.bytes)
        let asked = call
        return ProductSearchFound(results, scale: upload?.scale, call.query) {
            (query: ProductSearch.Query) async throws(ClientError) in
            var again = asked
            again.query = query
            return try await self.results(again)
        }
    }

    func results(
        _ call: ProductSearch.Call, upload: [UInt8]? = nil
    ) async throws(ClientError) -> ProductSearch.Results {
        let reply = try await send(call, upload: upload)
        var results = try SearchClient.read(reply, ProductSearch.Results.init(parsing:))
        if results.requestID == nil { results.requestID = reply.headers["x-log-id"] }
        try Self.ensure(results.status, results.error, reply)
        return results
    }

    func send(_ call: ProductSearch.Call, upload: [UInt8]?) async throws(ClientError) -> HTTPReply {
        var parameters = try call.checked()
        if let key { parameters.append("app_key", key) }
        if let placement { parameters.append("placement_id", placement) }
        client.addVisitor(to: &parameters)
        var path = call.operation.path(service.paths)
        if let id = call.productID { path += "/" + id.pathEncoded }
        return try await client.send(
            parameters, to: path, with: upload.map { [Attachment($0)] } ?? [], isPost: !call.operation.namesProduct,
            isRepeatable: true)
    }

    static func ensure(
        _ status: ProductSearch.Status, _ error: ProductSearch.ErrorMessage?, _ reply: HTTPReply
    ) throws(ClientError) {
        if status == .fail {
            throw .service(code: error?.code, texts: error.map { [$0.message] } ?? [], status: reply.status)
        }
        guard reply.isSuccess else { throw .httpStatus(reply.status, body: reply.excerpt) }
    }
}

extension ProductSearch.Call {
    /// Returns the parameters; throws for values that the service would refuse.
    fileprivate func checked() throws(ClientError) -> Parameters {
        if let productID, !productID.isItemName {
            throw .invalidArgument(
                "the id of a product has 1 to \(ProductSearch.Limits.nameBytes.upperBound) bytes, not \(productID.utf8.count)"
            )
        }
        do throws(ProductSearch.Fault) { return try parameters() } catch { throw .invalidArgument(error.text) }
    }
}
