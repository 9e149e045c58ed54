internal import ViSearchAPI

/// The OpenAPI description of the engine's own verbs.
enum EngineDescription {
    static let paths: [String: JSONValue] = [
        "/engine/search": post("Searches for items; see SearchRequest.", Schemas.ref("SearchRequest")),
        "/engine/discover": post(
            "Detects the objects in an image and searches for items similar to each.", Schemas.ref("DiscoverRequest")),
        "/engine/insert": post(
            "Adds or replaces items; they are on disk before the response is sent.", Schemas.list(Schemas.ref("Entry"))),
        "/engine/remove": post("Removes items; returns the ids that existed.", Schemas.list(Schemas.text)),
        "/engine/item": post("Returns the item with this id, or null.", Schemas.text),
        "/engine/types": post("Lists the product types of the items.", [:]),
        "/engine/suggest": post(
            "Suggests texts to search for; below three letters, frequent searches first.",
            Schemas.ref("SuggestRequest")),
        "/engine/count": post("Returns the number of items.", [:]),
        "/engine/recommend": post("Recommends items; see RecommendationRequest.", Schemas.ref("RecommendationRequest")),
        "/engine/categories": post("Returns the categories of consents.", [:]),
        "/engine/consents": post(
            "Returns the latest answers of a customer, known by these names, to the categories of consents.",
            Schemas.list(Schemas.text)),
        "/engine/items": post(
            "Lists items in the order in which the store holds them.", Schemas.ref("ItemsRequest")),
        "/engine/fields": post("Returns the type of each field.", [:]),
        "/engine/overview": post("Returns what the store holds and has learned, and what the server takes.", [:]),
        "/engine/searches": post(
            "Lists the latest searches, newest first, without anything about who searched; they are in memory alone.",
            [:]),
        "/engine/events": post(
            "Counts the events by item, action, day or search, most frequent first.", Schemas.ref("EventsRequest")),
        "/engine/upload": post(
            "Keeps a picture for searches that follow, which name it as `upload`; see the option --upload-ttl.",
            Schemas.ref("UploadRequest")),
    ]

    private static func post(_ summary: String, _ call: JSONValue) -> JSONValue {
        [
            "post": [
                "summary": .string(summary),
                "requestBody": ["required": true, "content": ["application/json": ["schema": call]]],
                "responses": [
                    "200": OpenAPI.answer("`answer`, or `error` of the engine.", "EngineReply"),
                    "400": OpenAPI.answer(
                        "The request body is invalid, or the HTTP message is malformed.", "EngineReply"),
                    "401": OpenAPI.answer("Missing or invalid access key.", "Failure"),
                    "403": OpenAPI.answer(
                        "The key lacks the right `data`, or the origin of the page is not allowed.", "Failure"),
                    "413": OpenAPI.answer("The request body is too large.", "Failure"),
                    "415": OpenAPI.answer("The request body is not application/json.", "Failure"),
                    "500": OpenAPI.answer("Internal server error.", "Failure"),
                    "503": OpenAPI.answer("Overloaded; retry after `Retry-After` seconds.", "Failure"),
                ],
            ]
        ]
    }

    private static let value: JSONValue = [
        "description": "One member, named after the type of the value.",
        "oneOf": .array(
            [
                ("string", Schemas.text), ("text", Schemas.text), ("int", Schemas.whole), ("float", Schemas.number),
                ("bool", ["type": "boolean"]), ("list", Schemas.list(Schemas.text)), ("date", Schemas.number),
            ].map { name, schema in
                [
                    "type": "object", "properties": .object([name: schema]), "required": [.string(name)],
                ]
            }),
    ]

    /// Bytes of a file, or pixels.
    private static let image: JSONValue = [
        "anyOf": [
            Schemas.object(["bytes": base64], required: "bytes"),
            Schemas.object(["upload": Schemas.text], required: "upload"),
            Schemas.object(
                ["pixels": base64, "width": small, "height": small, "channels": small],
                required: "pixels", "width", "height", "channels"),
        ]
    ]
    private static let base64: JSONValue = ["type": "string", "format": "byte"]

    static let schemas: [String: JSONValue] = [
        "ItemsRequest": Schemas.object([
            "offset": optional(["type": "integer", "format": "int64", "minimum": 0, "description": "Default 0."]),
            "limit": optional([
                "type": "integer", "minimum": 1, "maximum": 1000, "description": "Default 100.",
            ]),
            "fields": optional(Schemas.list(Schemas.text)),
        ]),
        "EventsRequest": Schemas.object([
            "by": optional([
                "type": "string", "enum": ["item", "action", "day", "search"], "description": "Default item.",
            ]),
            "action": optional(Schemas.text),
            "days": optional(["type": "integer", "minimum": 1, "maximum": 3650, "description": "Default 30."]),
            "limit": optional(["type": "integer", "minimum": 1, "maximum": 100, "description": "Default 10."]),
        ]),
        "UploadRequest": [
            "oneOf": [
                Schemas.object(["bytes": base64], required: "bytes"),
                Schemas.object(["url": Schemas.text], required: "url"),
            ]
        ],
        "EngineReply": Schemas.object([
            "answer": [
                "description":
                    "The value. Of a search it has `kindWeight`, the weight of the kind in the scores, and `notices`."
            ],
            "error": Schemas.object(["code": Schemas.text, "message": Schemas.text], required: "code", "message"),
        ]),
        "Value": value,
        "Item": Schemas.object(
            [
                "id": Schemas.text, "source": optional(Schemas.text),
                "attributes": ["type": "object", "additionalProperties": Schemas.ref("Value")],
            ],
            required: "id", "attributes"),
        "Entry": Schemas.object(["item": Schemas.ref("Item"), "image": optional(image)], required: "item"),
        "Box": Schemas.object(
            ["left": small, "top": small, "width": small, "height": small],
            required: "left", "top", "width", "height"),
        "SearchRequest": Schemas.object(
            [
                "query": optional(query),
                "filter": optional(Schemas.ref("Filter")), "page": optional(small), "limit": optional(small),
                "fields": optional(Schemas.list(Schemas.text)), "scores": optional(pair(Schemas.number)),
                "facets": optional(facets), "sort": optional(sort), "grouping": optional(grouping),
                "dedup": optional(share), "explains": optional(flag), "detection": optional(detection),
                "scope": optional(["type": "string", "enum": ["relevant", "all"]]),
            ]),
        "DiscoverRequest": Schemas.object(
            [
                "image": image,
                "detection": optional(detection),
                "boxes": optional(Schemas.list(Schemas.ref("Box"))), "each": optional(Schemas.ref("SearchRequest")),
            ], required: "image"),
        "SuggestRequest": Schemas.object(
            [
                "text": Schemas.text, "limit": optional(small), "correctsSpelling": optional(flag),
                "locale": optional(Schemas.text), "blocked": optional(Schemas.list(Schemas.text)),
            ], required: "text"),
        "Filter": filter,
        "RecommendationRequest": Schemas.object(
            [
                "model": Schemas.text, "limit": optional(small), "customer": optional(Schemas.list(Schemas.text)),
                "seeds": optional(["type": "object", "additionalProperties": Schemas.number]),
                "filter": optional(Schemas.ref("Filter")), "categories": optional(Schemas.list(Schemas.text)),
                "attributes": optional(Schemas.list(Schemas.text)),
                "fill": optional([
                    "oneOf": [["type": "string", "enum": ["none"]], Schemas.object(["random": optional(small)])]
                ]),
                "recordsImpressions": optional(flag),
            ], required: "model"),
    ]

    private static let filter: JSONValue = {
        let ofValue: JSONValue = ["anyOf": [Schemas.text, Schemas.ref("Value")]]
        let ofValues: JSONValue = ["anyOf": [Schemas.text, Schemas.list(Schemas.ref("Value"))]]
        let (one, many) = (pair(ofValue), Schemas.list(Schemas.ref("Filter")))
        return [
            "type": "object", "minProperties": 1, "maxProperties": 1,
            "description":
                "One member, named after the condition. Its array begins with the field; the values to compare follow.",
            "properties": [
                "equal": one, "notEqual": one, "less": one, "lessOrEqual": one, "greater": one,
                "greaterOrEqual": one, "oneOf": pair(ofValues), "noneOf": pair(ofValues), "like": pair(Schemas.text),
                "between": ["type": "array", "items": ofValue, "minItems": 3, "maxItems": 3],
                "exists": Schemas.text, "and": many, "or": many, "not": Schemas.ref("Filter"), "all": flag,
            ],
        ]
    }()

    private static let detection = Schemas.object([
        "type": optional(Schemas.text), "limit": optional(small),
        "sensitivity": optional(["type": "string", "enum": ["low", "high"]]), "minimumScore": optional(share),
        "attributes": optional(["type": "object", "additionalProperties": Schemas.list(Schemas.text)]),
    ])

    private static let facets = Schemas.object(
        [
            "fields": Schemas.list(Schemas.text), "limit": optional(small), "bins": optional(small),
            "excludesOwnFilter": optional(flag), "branches": optional(flag),
        ], required: "fields")

    private static let sort = Schemas.object(
        ["field": Schemas.text, "ascending": flag], required: "field", "ascending")
    private static let grouping = Schemas.object(
        ["field": Schemas.text, "limit": small], required: "field", "limit")
    private static let color = Schemas.object(
        ["color": ["type": "string", "pattern": "^#?[0-9A-Fa-f]{6}$"], "weight": Schemas.number],
        required: "color", "weight")

    private static let example: JSONValue = [
        "anyOf": [
            ["type": "object", "properties": ["item": Schemas.text], "required": ["item"]],
            [
                "type": "object", "properties": ["image": image, "box": optional(Schemas.ref("Box"))],
                "required": ["image"],
            ],
        ]
    ]

    private static let query = Schemas.object([
        "example": optional(example),
        "look": [
            "deprecated": true, "description": "The older name of `example`.", "nullable": true, "allOf": [example],
        ],
        "colors": optional(Schemas.list(color)), "text": optional(Schemas.text), "colorWeight": optional(share),
        "kindWeight": kindWeight, "unlike": optional(Schemas.list(Schemas.text)),
    ])

    private static let kindWeight: JSONValue = [
        "type": "number", "minimum": 0, "maximum": 1, "nullable": true,
        "description":
            "The most that the kind of product adds to a score; 0 compares the look alone. Default: chosen by the query.",
    ]

    private static func pair(_ items: JSONValue) -> JSONValue {
        ["type": "array", "items": items, "minItems": 2, "maxItems": 2]
    }

    private static let flag: JSONValue = ["type": "boolean"]
    private static let share: JSONValue = ["type": "number", "minimum": 0, "maximum": 1]

    /// Null counts as absent.
    private static func optional(_ schema: JSONValue) -> JSONValue { ["nullable": true, "allOf": [schema]] }

    private static let small: JSONValue = [
        "type": "integer", "format": "int64", "minimum": .int(.min), "maximum": .int(.max),
    ]
}
