internal import ViSearchAPI

extension OpenAPI {
    static func description(of operation: ViSearch.Operation) -> Parts {
        typealias Text = Texts
        let item = ["im_name": "Id of the item, 1 to \(ViSearch.Limits.nameBytes.upperBound) bytes."]
        return switch operation {
        case .search: Parts(summary: "Finds items similar to an item.", parameters: Text.common(item))
        case .outOfStock:
            Parts(summary: "Finds replacements for an item that is sold out.", parameters: Text.common(item))
        case .recommendations:
            Parts(
                summary: "Recommends items to show beside an item.",
                parameters: Text.common(item.merging(Text.recommending) { $1 })
            )
        case .colorSearch:
            Parts(
                summary: "Finds items by color.",
                parameters: Text.common([
                    "color":
                        "Six hex digits, optionally with `:` and a weight from 1 to \(ViSearch.Limits.colorWeights.upperBound); repeatable."
                ]
                ))
        case .match:
            Parts(
                summary: "Finds items that go with an item.",
                parameters: Text.common(
                    item.merging([
                        "object_limit": "-1 for all. This server knows one object per item.",
                        "result_limit": "Hits per object, at most \(ViSearch.Limits.hits.upperBound).",
                    ]) { $1 }))
        case .uploadSearch:
            Parts(
                summary: "Finds items similar to an image or a part of it.",
                parameters: Text.common(Text.picture), takesImage: true)
        case .multiSearch:
            Parts(
                summary: "Finds items by image, by words, or by both.",
                parameters: Text.common(Text.picture), takesImage: true)
        case .autocomplete:
            Parts(
                summary: "Completes a query text.",
                parameters: Text.common(["q": "Query text; the last word may be incomplete."]),
                answer: "Completions")
        case .extractFeature:
            Parts(
                summary: "Computes the feature of an image, for searches with `im_feature`.",
                parameters: Text.picture, takesImage: true, answer: "Features")
        case .discoverSearch, .similarProducts:
            Parts(
                summary: operation == .discoverSearch
                    ? "Detects the objects in an image and finds items similar to each."
                    : "The same as discoversearch, with the response format of its predecessor.",
                parameters: Text.common(
                    Text.picture.merging([
                        "result_limit": "Hits per object, at most \(ViSearch.Limits.hits.upperBound)."
                    ]) { $1 }),
                takesImage: true)
        case .insert, .insertStatus:
            Parts(
                summary:
                    "Adds up to \(ViSearch.Limits.images) items or changes their attributes. Works asynchronously; see /insert/status.",
                parameters: [
                    "im_name[0]": "Id of the first item, not blank.",
                    "im_url[0]": "URL of its image. The file part `image[0]` may hold the image instead.",
                    "price[0]": "An attribute, of any name; an empty value removes it.",
                ], answer: "Insert")
        case .remove:
            Parts(summary: "Removes items.", parameters: ["im_name[0]": "Id of the first item."], answer: "Remove")
        case .gallery:
            Parts(
                summary: "Galleries; this server has none.", parameters: ["strategy_id": "Id of the gallery strategy."])
        }
    }

    static var insertStatus: Parts {
        Parts(
            summary: "Progress of an insertion.",
            parameters: [
                "error_page": "Page of the error list, from 1.",
                "error_limit": "Errors per page, at most \(ViSearch.Limits.errors).",
            ],
            answer: "Status",
            pathParameters: [
                [
                    "name": "trans_id", "in": "path", "required": true,
                    "schema": ["type": "string"],
                ]
            ])
    }

    static func event(_ summary: String, parameters texts: [String: String]) -> JSONValue {
        let action: JSONValue = [
            "name": "action", "in": "query", "required": true, "description": "Name of the action.",
            "schema": ["type": "string", "minLength": 1, "maxLength": 64],
        ]
        return [
            "summary": .string(summary),
            "parameters": .array([action] + parameters(texts, schemas: Texts.eventSchemas)),
            "responses": [
                "200": ["description": "Accepted.", "content": ["image/gif": [:]]],
                "400": answer("The event is invalid, or the HTTP message is malformed.", "AnyFailure"),
                "401": keyRequired,
                "403": eventForbidden,
                "414": answer("The path and query are too long.", "Failure"),
                "429": answer("Too many events from this address.", "EventFailure"),
                "500": answer("Internal server error.", "EventFailure"),
            ],
        ]
    }

    private static let keyRequired = answer("Missing or invalid access key.", "EventFailure")
    private static let eventForbidden = answer(
        "The key lacks the right `search`; or the origin of the page is not allowed; or a server without access keys was "
            + "asked by a foreign Host.", "AnyFailure")

    static var oldEvent: JSONValue {
        [
            "summary": "Accepts an event in the format of trackers before 2020.",
            "parameters": .array(
                parameters([
                    "action": "Name of the action.", "im_name": "Id of the item.", "reqid": "`reqid` of the search.",
                    "cid": Texts.code,
                ])),
            "responses": [
                "200": ["description": "Accepted.", "content": ["image/gif": [:]]],
                "400": answer("The event is too large, or the HTTP message is malformed.", "AnyFailure"),
                "401": keyRequired,
                "403": eventForbidden,
                "414": answer("The path and query are too long.", "Failure"),
                "429": answer("Too many events from this address.", "EventFailure"),
                "500": answer("Internal server error.", "EventFailure"),
            ],
        ]
    }

    static var eventBatch: JSONValue {
        [
            "summary": .string("Accepts up to \(ViSearch.Limits.events) events."),
            "parameters": .array(parameters(["code": Texts.code])),
            "requestBody": [
                "required": true,
                "content": ["application/json": ["schema": ["$ref": "#/components/schemas/EventBatch"]]],
            ],
            "responses": [
                "200": answer("One result per event.", "EventVerdicts"),
                "400": answer(
                    "The request body is not a batch of events, or the HTTP message is malformed.", "AnyFailure"),
                "413": answer("The request body is too large.", "Failure"),
                "401": keyRequired,
                "403": eventForbidden,
                "414": answer("The path and query are too long.", "Failure"),
                "429": answer("Too many events from this address.", "EventFailure"),
                "500": answer("Internal server error.", "EventFailure"),
            ],
        ]
    }
}

enum Texts {
    static let code = "Tracker code: an app key, alone or before a colon."
    static let event = "Accepts one event of a tracker."
    static let eventParameters = [
        "uid": "Id of the user.", "sid": "Id of the session.", "queryId": "`reqid` of the search.",
        "pid": "Id of the item.",
        "pos": "Position of the item in the results, from 1.", "imUrl": "URL of its image.",
        "productUrl": "URL of its page.",
        "brand": "Its brand.", "price": "Its price.", "currency": "ISO 4217 code of three letters.",
        "value": "Value of the transaction.", "transId": "Id of the transaction.",
        "ts": "Time of the event, in milliseconds since 1970.", "code": code, "cat": "Stored as sent.",
        "name": "Stored as sent.", "label": "Stored as sent.",
    ]
    /// Schemas of the parameters that are not free text. An empty value, or `null`, counts as absent.
    static let eventSchemas: [String: JSONValue] = [
        "value": ["type": "number", "nullable": true], "price": ["type": "number", "minimum": 0, "nullable": true],
        "pos": ["type": "integer", "minimum": 1, "maximum": 1_000_000_000, "nullable": true],
        "ts": ["type": "integer", "minimum": 0, "maximum": 9_000_000_000_000, "nullable": true],
        "currency": ["type": "string", "pattern": "^[A-Za-z]{3}$", "minLength": 3, "maxLength": 3],
        "cat": ["type": "string", "maxLength": 32], "name": ["type": "string", "maxLength": 32],
        "label": ["type": "string", "maxLength": 32], "brand": ["type": "string", "maxLength": 64],
        "productUrl": ["type": "string", "maxLength": 512],
    ]

    static let picture = [
        "im_url": "URL of the image.", "im_id": "Id of an earlier upload.",
        "im_feature": "Feature from extractfeature.",
        "box": "x1,y1,x2,y2 in pixels of the upright image.", "point": "x,y: selects the object there; repeatable.",
        "detection": "`all`, a type, or empty for the whole image.",
        "detection_limit": "Most objects to detect, at most \(ViSearch.Limits.objects.upperBound).",
        "detection_attribute[field]": "Values separated by commas; keeps objects that have one of them. Any field.",
        "detection_sensitivity": "low or high.", "q": "Query text.",
    ]

    static let recommending = [
        "dedup_by": "Field; returns one item per value.", "alt_limit": "Further items per value, as alternatives.",
        "category": "Keeps these categories; repeatable.",
        "show_excluded_im_names": "true returns the list of excluded items, which is empty.",
        "algorithm": unused, "user_context": unused, "show_pinned_im_names": unused, "use_set_based_ctl": unused,
        "set_limit": unused, "show_best_product_images": unused, "non_product_based_recs": unused, "box": unused,
    ]

    private static let unused = "Accepted and ignored: specific to the hosted service."
    /// Analytics parameters that clients send.
    private static let analytics = [
        "uid", "sid", "source", "platform", "os", "osv", "app_bundle_id", "app_name", "app_version", "device_brand",
        "device_model", "language", "sdk", "sdk_version",
    ]
    private static let ignored =
        Dictionary(uniqueKeysWithValues: analytics.map { ("va_\($0)", "Analytics of the client; ignored.") })
        .merging(
            [
                "sort_group_by", "sort_group_strategy", "diversity", "vs_fq", "vs_config", "vs_fl", "locale",
                "strategy_id",
            ].map { ($0, unused) }
        ) { $1 }

    static func common(_ own: [String: String]) -> [String: String] {
        let shared: [String: String] = [
            "page": "Page, from 1.", "limit": "Hits per page, at most \(ViSearch.Limits.hits.upperBound). Default 10.",
            "score": "true returns scores.",
            "score_min": "Lowest score, from 0.", "score_max": "Highest score, to 1.",
            "fl": "Attributes to return; repeatable, or separated by commas.",
            "get_all_fl": "true returns all attributes.",
            "fq": "Filter, `field:value` or `field:min,max`; repeatable. "
                + "An unknown field finds nothing; see `warnings`.",
            "fq_lenient": "true ignores filters on unknown fields, as the hosted service does.",
            "facets": "Fields to count values of, or `*`.", "facets_limit": "Values per facet.",
            "facets_show_count": "true returns counts.",
            "qinfo": "true returns the attributes of the query item.", "sort_by": "`field:asc` or `field:desc`.",
            "group_by": "Field to group hits by.",
            "group_limit": "Hits per group, at most \(ViSearch.Limits.hits.upperBound).",
            "dedup": "true leaves out near duplicates.",
            "dedup_score_threshold": "Similarity from which a hit is a duplicate, 0 to 1.",
        ]
        return own.merging(shared) { mine, _ in mine }.merging(ignored) { mine, _ in mine }
    }
}
