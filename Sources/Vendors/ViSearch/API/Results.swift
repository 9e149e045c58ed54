extension ViSearch {
    /// The answer of everything that finds items: search, color, upload, discover and multi search, match,
    /// recommendations. Values that an operation does not return are nil.
    public struct Results: Answer, WireAnswer {
        /// The members that every answer has.
        public var head: AnswerHead
        /// From 1; 0 in an answer to a bad parameter.
        public var page: Int?
        /// Nil in answers by groups and by objects.
        public var limit: Int?
        /// The number of items that match; the service stops counting at 1000.
        public var total: Int?

        /// Best first.
        public var hits: [Hit] = []
        /// Nil unless asked for.
        public var facets: [Facet]?
        /// The attributes of the item that was searched with.
        public var queryInfo: [String: JSONValue]?

        /// The field that hits are grouped by, the most hits of a group, and the groups, best first.
        package var groupField: String?
        /// Hits per group, as asked for.
        package var groupLimit: Int?
        /// The groups; nil where none were asked for.
        public var groups: [Group]?
        /// Similar products: hits for each of ``productTypes``.
        package var hitsByType: [[Hit]]?

        /// The name of the uploaded picture, for further requests.
        public var imageID: String?
        /// The objects in the picture, surest first.
        public var productTypes: [FoundObject]?
        /// The types that the service can find.
        public var knownTypes: [TypeEntry]?
        /// Discover search, match: the objects in the picture with their hits.
        public var objects: [FoundObject]?
        /// Discover search: the types that the service can find.
        public var knownObjectTypes: [TypeEntry]?
        /// Hits per object, and the most objects, as asked for.
        package var resultLimit: Int?
        /// The most objects that detection gives, as asked for.
        package var detectionLimit: Int?
        /// Words for the picture.
        public var queryTags: [TagGroup]?

        /// Recommendations: how they were found.
        public var algorithm: String?
        /// The algorithm that stood in for the one asked for.
        public var fallbackAlgorithm: String?
        /// Items that somebody took out by hand.
        public var excludedNames: [String]?
        /// The sets that hits belong to.
        public var sets: [SetInfo]?
        /// Pictures that show the item that was asked for.
        public var queryBestImages: [BestImage]?

        /// Creates an answer without hits.
        package init(_ operation: Operation, status: Status = .ok, requestID: String? = nil) {
            head = AnswerHead(operation, status, requestID: requestID)
        }

        /// A failure, as searches write it.
        package init(
            _ operation: Operation, failure: Fault, page: Int = 0, limit: Int = 0, requestID: String? = nil
        ) {
            self.init(operation, status: .fail, requestID: requestID)
            // Searches have texts, no numbers.
            head.faults = [ImageFault(Fault(failure.text))]
            self.page = failure.echoesPage ? page : 0
            self.limit = failure.echoesPage ? limit : 0
            total = 0
        }
    }
}

extension ViSearch.Results: ViSenze.PictureAnswer {
    package init(json: JSONValue) throws(MalformedJSON) {
        var members = try JSONMembers(json)
        head = try ViSearch.AnswerHead(&members)
        page = try members.integer("page")
        limit = try members.integer("limit")
        total = try members.integer("total")
        hits = try members.array("result", ViSearch.Hit.init(json:at:)) ?? []
        facets = try members.array("facets", ViSearch.Facet.init(json:at:))
        queryInfo = try members.object("qinfo")
        groupField = try members.text("group_by_key")
        groupLimit = try members.integer("group_limit")
        groups = try members.array("group_results", ViSearch.Group.init(json:at:))
        hitsByType = try members.array("group_result") { json, path throws(MalformedJSON) in
            guard case .array(let values) = json else {
                throw MalformedJSON(path: path, reason: "expected an array, found \(json.kind)")
            }
            var hits: [ViSearch.Hit] = []
            for (index, json) in values.enumerated() {
                hits.append(try ViSearch.Hit(json: json, at: "\(path)[\(index)]"))
            }
            return hits
        }
        imageID = try members.text("im_id")
        productTypes = try members.array("product_types", ViSearch.FoundObject.init(json:at:))
        knownTypes = try members.array("product_types_list", ViSearch.TypeEntry.init(json:at:))
        objects = try members.array("objects", ViSearch.FoundObject.init(json:at:))
        knownObjectTypes = try members.array("object_types_list", ViSearch.TypeEntry.init(json:at:))
        resultLimit = try members.integer("result_limit")
        detectionLimit = try members.integer("detection_limit")
        queryTags = try members.array("query_tags", ViSearch.TagGroup.init(json:at:))
        algorithm = try members.text("algorithm")
        fallbackAlgorithm = try members.text("fallback_algorithm")
        excludedNames = try members.texts("excluded_im_names")
        sets = try members.array("set_info", ViSearch.SetInfo.init(json:at:))
        queryBestImages = try members.array("q_best_images", ViSearch.BestImage.init(json:at:))
        head.other = members.rest
    }

    package func write(to writer: inout JSONWriter) {
        head.write(to: &writer) { writer in
            writer.member("error", faults) { writer, fault in fault.writeShort(to: &writer) }
            writer.member("page", page)
            writer.member("limit", limit)
            writer.member("total", total)
            writer.member("algorithm", algorithm)
            writer.member("fallback_algorithm", fallbackAlgorithm)
            writer.member("result_limit", resultLimit)
            writer.member("detection_limit", detectionLimit)
            writer.member("qinfo", queryInfo)
            writer.member("product_types", productTypes) { writer, object in object.write(to: &writer) }
            writer.member("product_types_list", knownTypes) { writer, type in type.write(to: &writer) }
            writer.member("objects", objects) { writer, object in object.write(to: &writer) }
            writer.member("object_types_list", knownObjectTypes) { writer, type in type.write(to: &writer) }
            writer.member("group_by_key", groupField)
            writer.member("group_limit", groupLimit)
            writer.member("group_results", groups) { writer, group in group.write(to: &writer) }
            writer.member("group_result", hitsByType) { writer, hits in
                writer.array(hits) { writer, hit in hit.write(to: &writer) }
            }
            // Answers by groups or by objects have hits of their own only in the merged form.
            if !hits.isEmpty || groups == nil && objects == nil {
                writer.key("result")
                writer.array(hits) { writer, hit in hit.write(to: &writer) }
            }
            writer.member("facets", facets) { writer, facet in facet.write(to: &writer) }
            writer.member("excluded_im_names", excludedNames)
            writer.member("set_info", sets) { writer, set in set.write(to: &writer) }
            writer.member("q_best_images", queryBestImages) { writer, image in image.write(to: &writer) }
            writer.member("query_tags", queryTags) { writer, tags in tags.write(to: &writer) }
            writer.member("im_id", imageID)
        }
    }
}
