internal import SearchAPI

extension OpenAPI {
    static func description(of operation: ViSearch.Operation) -> Parts {
        typealias Text = Texts
        let item = ["im_name": "The item, 1 to 512 bytes."]
        return switch operation {
        case .search: Parts(summary: "Items that look like an item.", parameters: Text.common(item))
        case .outOfStock:
            Parts(summary: "What could take the place of an item.", parameters: Text.common(item))
        case .recommendations:
            Parts(
                summary: "What to show beside an item.", parameters: Text.common(item.merging(Text.recommending) { $1 })
            )
        case .colorSearch:
            Parts(
                summary: "Items that have colors.",
                parameters: Text.common(["color": "Six hex digits, `:` and a weight from 1 to 100 may follow; repeats."]
                ))
        case .match:
            Parts(
                summary: "What goes with an item.",
                parameters: Text.common(
                    item.merging([
                        "object_limit": "-1 for all; there is one.", "result_limit": "Hits per thing, up to 100.",
                    ]) { $1 }))
        case .uploadSearch:
            Parts(
                summary: "Items that look like a picture or a part of it.",
                parameters: Text.common(Text.picture), takesImage: true)
        case .multiSearch:
            Parts(
                summary: "Items that look like a picture, say words, or both.",
                parameters: Text.common(Text.picture), takesImage: true)
        case .autocomplete:
            Parts(
                summary: "How words may go on.",
                parameters: Text.common(["q": "Words, the last one begun."]),
                answer: "Completions")
        case .extractFeature:
            Parts(
                summary: "The feature of a picture, to search with as `im_feature`.",
                parameters: Text.picture, takesImage: true, answer: "Features")
        case .discoverSearch, .similarProducts:
            Parts(
                summary: operation == .discoverSearch
                    ? "Every thing in a picture, and what looks like each." : "The same in the form of before.",
                parameters: Text.common(Text.picture.merging(["result_limit": "Hits per thing, up to 100."]) { $1 }),
                takesImage: true)
        case .insert, .insertStatus:
            Parts(
                summary: "Adds up to 100 items, or changes the attributes of items. Done after the answer.",
                parameters: [
                    "im_name[0]": "The name of the first; blanks are not allowed.",
                    "im_url[0]": "Its picture. The bytes may come as the file part `image[0]` instead.",
                    "price[0]": "An attribute, of any name; an empty one is taken away.",
                ], answer: "Insert")
        case .remove: Parts(summary: "Takes items out.", parameters: ["im_name[0]": "The first."], answer: "Remove")
        case .gallery:
            Parts(summary: "Galleries; there are none here.", parameters: ["strategy_id": "Which one."])
        }
    }

    static var insertStatus: Parts {
        Parts(
            summary: "How far an insertion has come.",
            parameters: ["error_page": "Of the list of errors, from 1.", "error_limit": "Errors per page, up to 100."],
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
            "name": "action", "in": "query", "required": true, "description": "What was done.",
            "schema": ["type": "string", "minLength": 1, "maxLength": 64],
        ]
        return [
            "summary": .string(summary),
            "parameters": .array([action] + parameters(texts, schemas: Texts.eventSchemas)),
            "responses": [
                "200": ["description": "Taken.", "content": ["image/gif": [:]]],
                "400": answer("Not taken, and why; or the message is malformed.", "AnyFailure"),
                "403": forbidden,
                "414": answer("The path and query are too long.", "Failure"),
                "429": answer("This address reports too much.", "EventFailure"),
                "500": answer("Something is wrong with the server.", "EventFailure"),
            ],
        ]
    }

    static var oldEvent: JSONValue {
        [
            "summary": "Takes what trackers before 2020 send.",
            "parameters": .array(
                parameters(["action": "What was done.", "im_name": "The item.", "reqid": "The search."])),
            "responses": [
                "200": ["description": "Taken.", "content": ["image/gif": [:]]],
                "400": answer("The event is too large, or the message is malformed.", "AnyFailure"),
                "403": forbidden,
                "414": answer("The path and query are too long.", "Failure"),
                "429": answer("This address reports too much.", "EventFailure"),
                "500": answer("Something is wrong with the server.", "EventFailure"),
            ],
        ]
    }

    static var eventBatch: JSONValue {
        [
            "summary": "Takes up to 1,000 events.",
            "parameters": .array(parameters(["code": "Of the tracker."])),
            "requestBody": [
                "required": true,
                "content": ["application/json": ["schema": ["$ref": "#/components/schemas/EventBatch"]]],
            ],
            "responses": [
                "200": answer("One verdict for each event.", "EventVerdicts"),
                "400": answer("The body is no batch, or the message is malformed.", "AnyFailure"),
                "413": answer("The body is too large.", "Failure"),
                "403": forbidden,
                "414": answer("The path and query are too long.", "Failure"),
                "429": answer("This address reports too much.", "EventFailure"),
                "500": answer("Something is wrong with the server.", "EventFailure"),
            ],
        ]
    }
}

enum Texts {
    static let event = "Takes one event of a tracker."
    static let eventParameters = [
        "uid": "The person.", "sid": "The visit.", "queryId": "The `reqid` of the search.", "pid": "The item.",
        "pos": "Its place among the results, from 1.", "imUrl": "Its picture.", "productUrl": "Its page.",
        "brand": "Its brand.", "price": "Its price.", "currency": "Three letters, as ISO 4217 has them.",
        "value": "What a transaction was worth.", "transId": "Which transaction.",
        "ts": "When, in milliseconds since 1970.", "code": "Of the tracker.", "cat": "Kept as it is.",
        "name": "Kept as it is.", "label": "Kept as it is.",
    ]
    /// Of those that are not any text. An empty one, or `null`, counts as not sent.
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
        "im_url": "The picture lies there.", "im_id": "It was uploaded before.",
        "im_feature": "What extractfeature gave.",
        "box": "x1,y1,x2,y2 in pixels of the upright picture.", "point": "x,y; the thing there. Repeats.",
        "detection": "all, a type, or nothing.", "detection_limit": "Things, up to 30.",
        "detection_attribute[field]": "Values between commas; only things that have one of them. Any field.",
        "detection_sensitivity": "low or high.", "q": "Words.",
    ]

    static let recommending = [
        "dedup_by": "A field; one item for each value.", "alt_limit": "Others of the value, as alternatives.",
        "category": "Only of these categories; repeats.",
        "show_excluded_im_names": "true for the list of excluded items; none are.",
        "algorithm": unused, "user_context": unused, "show_pinned_im_names": unused, "use_set_based_ctl": unused,
        "set_limit": unused, "show_best_product_images": unused, "non_product_based_recs": unused, "box": unused,
    ]

    private static let unused = "Taken, and not used: only the service has what it names."
    /// What clients send of themselves and of the person.
    private static let analytics = [
        "uid", "sid", "source", "platform", "os", "osv", "app_bundle_id", "app_name", "app_version", "device_brand",
        "device_model", "language", "sdk", "sdk_version",
    ]
    private static let ignored =
        Dictionary(uniqueKeysWithValues: analytics.map { ("va_\($0)", "Of the client; not used.") })
        .merging(
            [
                "sort_group_by", "sort_group_strategy", "diversity", "vs_fq", "vs_config", "vs_fl", "locale",
                "strategy_id",
            ].map { ($0, unused) }
        ) { $1 }

    static func common(_ own: [String: String]) -> [String: String] {
        own.merging([
            "page": "From 1.", "limit": "Hits per page, up to 100; 10 without it.", "score": "true for scores.",
            "score_min": "From 0.", "score_max": "To 1.", "fl": "Attributes to return; repeats, or between commas.",
            "get_all_fl": "true for all attributes.", "fq": "A filter, `field:value` or `field:min,max`; repeats.",
            "facets": "Fields, or `*`.", "facets_limit": "Values per field.", "facets_show_count": "true for counts.",
            "qinfo": "true for the attributes of the query.", "sort_by": "`field:asc` or `field:desc`.",
            "group_by": "A field.", "group_limit": "Hits per group, up to 100.",
            "dedup": "true leaves out near copies.",
            "dedup_score_threshold": "From which similarity on, 0 to 1.",
        ]) { mine, _ in mine }.merging(ignored) { mine, _ in mine }
    }
}
