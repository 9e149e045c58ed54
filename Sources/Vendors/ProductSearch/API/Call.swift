extension ProductSearch {
    /// A request with all that its operation takes.
    package struct Call: Hashable, Sendable {
        package var operation: Operation
        /// The product in the path of operations that name one.
        package var productID: String?
        package var query: Query
        package var options: Options
        package var recommendation: Recommendation
        /// The sources of a picture that do not count, for another one came as well.
        package var otherSources: [String] = []

        /// Creates a request.
        package init(
            _ operation: Operation, productID: String? = nil, _ query: Query = Query(), _ options: Options = Options(),
            _ recommendation: Recommendation = Recommendation()
        ) {
            self.operation = operation
            self.productID = productID
            self.query = query
            self.options = options
            self.recommendation = recommendation
        }

        /// Reads what a client sent.
        ///
        /// - Parameters:
        ///   - operation: The operation that was asked for.
        ///   - productID: The product in the path; nil for operations without one.
        ///   - parameters: What a client sent.
        ///   - hasImage: There is a file part `image` as well.
        /// - Throws: The fault of the first value that is missing or outside its range.
        package init(
            _ operation: Operation, productID: String?, _ parameters: Parameters, hasImage: Bool
        ) throws(Fault) {
            var reader = ParameterReader(parameters)
            self.init(operation, productID: productID)
            if operation.namesProduct {
                guard let productID, productID.isItemName else {
                    throw .invalid(
                        "The path ends with a slash and a product_id of 1 to \(Limits.nameBytes.upperBound) bytes.")
                }
                // Several boxes may come, of parts that the service knows.
                recommendation = try Recommendation(&reader)
            } else {
                query = try Query(&reader, hasImage: hasImage, others: &otherSources)
                recommendation = try Recommendation(&reader)
            }
            options = try Options(&reader)
            for name in ["app_key", "placement_id", "access_key"] { _ = reader.raw(name) }
            options.custom = reader.rest
            try check()
        }

        /// The parameters of the request, but for its file and its path.
        ///
        /// Throws the fault of the first value outside its range.
        package func parameters() throws(Fault) -> Parameters {
            try check()
            var parameters = Parameters()
            if !operation.namesProduct { try query.write(to: &parameters) }
            try recommendation.write(to: &parameters)
            try options.write(to: &parameters)
            return parameters
        }

        private func check() throws(Fault) {
            let hasPicture = query.image != nil
            let hasWords = query.text?.withoutBlanks.isEmpty == false
            switch operation {
            case .searchByImage:
                if !hasPicture { throw .missingImage }
            case .searchByID, .recommendations: break
            case .multisearch, .complementary, .outfits:
                if !hasPicture, query.productID == nil, !hasWords { throw .missingQuery }
            case .autocomplete:
                if !hasWords { throw .invalid("q is missing.") }
            }
            guard !hasPicture else { return }
            for (name, isSent) in [
                ("box", query.box != nil), ("point", !query.points.isEmpty),
                ("search_all_objects", query.allObjects),
            ] where isSent { throw .invalid("\(name) needs a picture: 'image', 'im_url' or 'im_id'.") }
        }
    }
}
