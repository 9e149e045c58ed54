extension ViSearch {
    /// Adds items to the catalog, or changes their attributes. At most 100.
    ///
    /// The service downloads the pictures and describes them after its answer, and tells its progress.
    public struct Insert: Request {
        package typealias Answer = InsertAnswer
        package static var operation: Operation { .insert }

        /// One item.
        public struct Image: Hashable, Sendable, Codable {
            /// Its place in the request, from 0; there may be gaps.
            package var index: Int
            /// 1…512 bytes.
            package var name: String
            /// The address of the picture. Nil changes only the attributes of an item that is there, or comes with the
            /// file part `image[index]`, which our own server takes.
            package var url: String?
            /// Attributes as text; with name and URL at most 32.
            package var values: [String: String]

            /// Creates one item of an insertion.
            public init(_ name: String, url: String? = nil, values: [String: String] = [:], index: Int = 0) {
                self.index = index
                self.name = name
                self.url = url
                self.values = values
            }

            /// The fault that the image has whatever the catalog holds, or nil.
            package var fault: Fault? {
                if !name.isItemName {
                    return name.utf8.count > Limits.nameBytes.upperBound ? .tooLong("im_name") : .invalidName
                }
                if values.count + 1 + (url == nil ? 0 : 1) > Limits.imageParameters { return .tooManyParameters }
                return nil
            }
        }

        /// 1…100.
        package var images: [Image]
        /// Sent along as they are; on the server, what was sent beside the images.
        package var custom: [Parameters.Parameter]

        /// The images get their places from their order.
        package init(_ images: [Image], custom: [Parameters.Parameter] = []) {
            self.images = images.enumerated().map { place, image in
                Image(image.name, url: image.url, values: image.values, index: place)
            }
            self.custom = custom
        }

        /// Throws for a request without images, and for one with too many. Faults of single images are theirs.
        package init(_ parameters: Parameters) throws(Fault) {
            var reader = ParameterReader(parameters)
            var images: [Int: Image] = [:]
            for (index, name, value) in reader.indexed() {
                switch name {
                case "im_name": images[index, default: Image("", index: index)].name = value
                case "im_url":
                    images[index, default: Image("", index: index)].url = value.trimmed.isEmpty ? nil : value.trimmed
                default: images[index, default: Image("", index: index)].values[name] = value
                }
                if images.count > Limits.images { throw .batchTooLarge }
            }
            if images.isEmpty { throw .noImageInserted }
            self.images = images.values.sorted { $0.index < $1.index }
            _ = reader.raw("access_key")
            custom = reader.rest
        }

        package func parameters() throws(Fault) -> Parameters {
            if images.isEmpty { throw .noImageInserted }
            if images.count > Limits.images { throw .batchTooLarge }
            var parameters = Parameters()
            for image in images {
                if var fault = image.fault {
                    fault.text += " (im_name[\(image.index)]: \(image.name.prefix(100)))"
                    throw fault
                }
                if let name = image.values.keys.first(where: { ["", "im_name", "im_url"].contains($0) }) {
                    throw .invalid("an attribute cannot be named `\(name)`.")
                }
                parameters.append("im_name[\(image.index)]", image.name)
                parameters.append("im_url[\(image.index)]", image.url)
                for (name, value) in image.values.sorted(by: { $0.key < $1.key }) {
                    parameters.append("\(name)[\(image.index)]", value)
                }
            }
            for parameter in custom { parameters.append(parameter.name, parameter.value) }
            return parameters
        }
    }

    /// The progress of an insertion.
    package struct InsertStatus: Request {
        package typealias Answer = StatusAnswer
        package static var operation: Operation { .insertStatus }

        /// The last part of the path; not among the parameters.
        package var transaction: String
        /// The page of the list of errors, from 1.
        package var errorPage: Int?
        /// Errors per page.
        package var errorLimit: Int?

        /// Creates a question for the progress of an insertion.
        package init(_ transaction: String, errorPage: Int? = nil, errorLimit: Int? = nil) {
            self.transaction = transaction
            self.errorPage = errorPage
            self.errorLimit = errorLimit
        }

        package init(_ parameters: Parameters) throws(Fault) { try self.init("", parameters) }

        /// Reads the request from the path and the parameters.
        ///
        /// - Parameters:
        ///   - transaction: The name of the insertion in the path.
        ///   - parameters: The rest of the request.
        package init(_ transaction: String, _ parameters: Parameters) throws(Fault) {
            var reader = ParameterReader(parameters)
            self.transaction = transaction
            errorPage = try reader.integer("error_page")
            errorLimit = try reader.integer("error_limit")
            try check()
        }

        package func parameters() throws(Fault) -> Parameters {
            guard !transaction.isEmpty else { throw .unknownTransaction }
            try check()
            var parameters = Parameters()
            parameters.append("error_page", errorPage.map(String.init))
            parameters.append("error_limit", errorLimit.map(String.init))
            return parameters
        }

        private func check() throws(Fault) {
            if let errorPage, errorPage < 1 { throw .invalid("error_page must be no less than 1") }
            if let errorLimit, errorLimit < 1 { throw .invalid("error_limit must be no less than 1") }
        }
    }

    /// Takes items out of the catalog. At most 100 are recommended.
    package struct Remove: Request {
        package typealias Answer = RemoveAnswer
        package static var operation: Operation { .remove }

        /// 1…512 bytes each.
        package var names: [String]
        /// Sent along as they are; on the server, what was sent beside the names.
        package var custom: [Parameters.Parameter]

        /// Creates a removal of these items.
        package init(_ names: [String], custom: [Parameters.Parameter] = []) {
            self.names = names
            self.custom = custom
        }

        package init(_ parameters: Parameters) throws(Fault) {
            var reader = ParameterReader(parameters)
            let named = reader.indexed().filter { $0.name == "im_name" }.sorted { $0.index < $1.index }
            names = named.map(\.value).filter { !$0.isEmpty }
            _ = reader.raw("access_key")
            custom = reader.rest
        }

        package func parameters() throws(Fault) -> Parameters {
            var parameters = Parameters()
            for (index, name) in names.enumerated() {
                guard name.isItemName else { throw .invalidName }
                parameters.append("im_name[\(index)]", name)
            }
            for parameter in custom { parameters.append(parameter.name, parameter.value) }
            return parameters
        }
    }
}
