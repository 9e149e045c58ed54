extension ViSearch {
    /// Every object in a picture, and what looks like each of them.
    package struct DiscoverSearch: PictureRequest {
        package typealias Answer = Results
        package static var operation: Operation { .discoverSearch }

        /// Detection is `all` by default.
        package var picture: Picture
        /// Hits per object, 1…100; nil for the default, 10. A server takes more as 100.
        package var resultLimit: Int?
        /// Paging, filters, facets and the rest of the search.
        package var options: Options

        /// Creates a search for every object in a picture.
        package init(_ picture: Picture, resultLimit: Int? = nil, options: Options = Options()) {
            self.picture = picture
            self.resultLimit = resultLimit
            self.options = options
        }

        package init(_ parameters: Parameters) throws(Fault) { try self.init(parameters, hasImage: false) }

        /// Reads the request from parameters.
        ///
        /// - Parameters:
        ///   - parameters: What a client sent.
        ///   - hasImage: There is a file part `image` as well.
        package init(_ parameters: Parameters, hasImage: Bool) throws(Fault) {
            var reader = ParameterReader(parameters)
            picture = try Picture(&reader, hasImage: hasImage)
            resultLimit = try reader.resultLimit()
            options = try Options(&reader)
            if picture.source == nil { throw .missingImage }
        }

        package func parameters() throws(Fault) -> Parameters {
            if picture.source == nil { throw .missingImage }
            var parameters = Parameters()
            try picture.write(to: &parameters)
            try parameters.append(resultLimit: resultLimit)
            try options.write(to: &parameters)
            return parameters
        }
    }

    /// A search for the objects of an item and the items that look like each of them.
    package struct Match: Request {
        package typealias Answer = Results
        package static var operation: Operation { .match }

        /// The item, 1…512 bytes.
        package var name: String
        /// The most objects; -1, the default, for all.
        package var objectLimit: Int
        /// Hits per object, 1…100; nil for the default, 10.
        package var resultLimit: Int?
        /// Paging, filters, facets and the rest of the search.
        package var options: Options

        /// Creates a search for the objects of an item.
        package init(_ name: String, objectLimit: Int = -1, resultLimit: Int? = nil, options: Options = Options()) {
            self.name = name
            self.objectLimit = objectLimit
            self.resultLimit = resultLimit
            self.options = options
        }

        package init(_ parameters: Parameters) throws(Fault) {
            var reader = ParameterReader(parameters)
            name = try reader.itemName()
            objectLimit = try reader.integer("object_limit") ?? -1
            resultLimit = try reader.resultLimit()
            options = try Options(&reader)
            try check()
        }

        package func parameters() throws(Fault) -> Parameters {
            try check()
            var parameters = Parameters()
            try parameters.append(itemName: name)
            parameters.append("object_limit", String(objectLimit))
            try parameters.append(resultLimit: resultLimit)
            try options.write(to: &parameters)
            return parameters
        }

        private func check() throws(Fault) {
            if objectLimit != -1, objectLimit < 1 { throw .invalid("object_limit must be -1 or no less than 1") }
        }
    }

    /// A request for items to show beside an item.
    public struct Recommendation: Request {
        package typealias Answer = Results
        package static var operation: Operation { .recommendations }

        /// The item, 1…512 bytes.
        package var name: String
        /// Such as `VSR` or `STL`; nil for what the service is set up to do.
        package var algorithm: String?
        /// Alternatives per hit.
        package var alternativeLimit: Int?
        /// Of hits with the same value of this field only the best stays.
        package var dedupField: String?
        /// Facts about the person, as JSON.
        package var userContext: String?
        /// Marks the hits that somebody placed by hand, see ``Hit/isPinned``. Nil leaves all of these to the service.
        package var showsPinned: Bool?
        /// Names the items that somebody took out by hand, see ``Results/excludedNames``.
        package var showsExcluded: Bool?
        /// `use_set_based_ctl`, as the service defines it.
        package var usesSetControl: Bool?
        /// Sets, 1 or more.
        package var setLimit: Int?
        /// Names the pictures to show, see ``Hit/bestImages``.
        package var showsBestImages: Bool?
        /// `non_product_based_recs`, as the service defines it.
        package var isNotProductBased: Bool?
        /// Parts of the picture of the item.
        package var boxes: [Box]
        /// `category`, as the service defines it.
        package var categories: [String]
        /// Paging, filters, facets and the rest of the search.
        package var options: Options

        /// Creates a request; what is nil or empty is left to the service.
        ///
        /// - Parameters:
        ///   - name: The item, 1…512 bytes.
        ///   - algorithm: Such as `VSR` or `STL`.
        ///   - alternativeLimit: Alternatives per hit.
        ///   - dedupField: Of hits with the same value of this field only the best stays.
        ///   - userContext: Facts about the person, as JSON.
        ///   - showsPinned: Marks the hits that somebody placed by hand, see ``Hit/isPinned``.
        ///   - showsExcluded: Names the items that somebody took out by hand, see ``Results/excludedNames``.
        ///   - usesSetControl: `use_set_based_ctl`, as the service defines it.
        ///   - setLimit: Sets, 1 or more.
        ///   - showsBestImages: Names the pictures to show, see ``Hit/bestImages``.
        ///   - isNotProductBased: `non_product_based_recs`, as the service defines it.
        ///   - boxes: Parts of the picture of the item.
        ///   - categories: `category`, as the service defines it.
        ///   - options: Paging, filters, facets and the rest of the search.
        public init(
            _ name: String, algorithm: String? = nil, alternativeLimit: Int? = nil, dedupField: String? = nil,
            userContext: String? = nil, showsPinned: Bool? = nil, showsExcluded: Bool? = nil,
            usesSetControl: Bool? = nil, setLimit: Int? = nil, showsBestImages: Bool? = nil,
            isNotProductBased: Bool? = nil, boxes: [Box] = [], categories: [String] = [], options: Options = Options()
        ) {
            self.name = name
            self.algorithm = algorithm
            self.alternativeLimit = alternativeLimit
            self.dedupField = dedupField
            self.userContext = userContext
            self.showsPinned = showsPinned
            self.showsExcluded = showsExcluded
            self.usesSetControl = usesSetControl
            self.setLimit = setLimit
            self.showsBestImages = showsBestImages
            self.isNotProductBased = isNotProductBased
            self.boxes = boxes
            self.categories = categories
            self.options = options
        }

        package init(_ parameters: Parameters) throws(Fault) {
            var reader = ParameterReader(parameters)
            name = try reader.itemName()
            algorithm = reader.text("algorithm")
            alternativeLimit = try reader.integer("alt_limit")
            dedupField = reader.text("dedup_by")
            userContext = reader.text("user_context")
            showsPinned = try reader.flag("show_pinned_im_names")
            showsExcluded = try reader.flag("show_excluded_im_names")
            usesSetControl = try reader.flag("use_set_based_ctl")
            setLimit = try reader.integer("set_limit")
            showsBestImages = try reader.flag("show_best_product_images")
            isNotProductBased = try reader.flag("non_product_based_recs")
            boxes = try reader.tuples("box", of: 4).compactMap(Box.init(corners:))
            categories = try reader.list("category")
            options = try Options(&reader)
        }

        package func parameters() throws(Fault) -> Parameters {
            if let alternativeLimit, alternativeLimit < 0 { throw .invalid("alt_limit must be no less than 0") }
            if let setLimit, setLimit < 1 { throw .invalid("set_limit must be no less than 1") }
            if let userContext, (try? JSONValue(parsing: userContext.utf8)) == nil {
                throw .invalid("user_context is no JSON.")
            }
            var parameters = Parameters()
            try parameters.append(itemName: name)
            parameters.append("algorithm", algorithm)
            parameters.append("alt_limit", alternativeLimit.map(String.init))
            parameters.append("dedup_by", dedupField)
            parameters.append("user_context", userContext)
            parameters.append("show_pinned_im_names", showsPinned)
            parameters.append("show_excluded_im_names", showsExcluded)
            parameters.append("use_set_based_ctl", usesSetControl)
            parameters.append("set_limit", setLimit.map(String.init))
            parameters.append("show_best_product_images", showsBestImages)
            parameters.append("non_product_based_recs", isNotProductBased)
            for box in boxes {
                guard box.isSendable else { throw .invalid("box is invalid.") }
                parameters.append("box", box.corners)
            }
            parameters.append("category", categories)
            try options.write(to: &parameters)
            return parameters
        }
    }
}

extension ParameterReader {
    fileprivate mutating func resultLimit() throws(ViSearch.Fault) -> Int? {
        guard let limit = try integer("result_limit") else { return nil }
        if limit < 1 { throw .invalid("result_limit must be no less than 1") }
        return min(limit, ViSearch.Limits.hits.upperBound)
    }
}

extension Parameters {
    fileprivate mutating func append(resultLimit limit: Int?) throws(ViSearch.Fault) {
        guard let limit else { return }
        guard ViSearch.Limits.hits.contains(limit) else {
            throw .invalid("result_limit must be from 1 to \(ViSearch.Limits.hits.upperBound)")
        }
        append("result_limit", String(limit))
    }
}
