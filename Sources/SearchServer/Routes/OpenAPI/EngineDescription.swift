internal import SearchAPI

/// The engine's own verbs.
enum EngineDescription {
    static let paths: [String: JSONValue] = [
        "/engine/search": post("Finds items; see SearchRequest.", Schemas.ref("SearchRequest")),
        "/engine/discover": post("Every thing in a picture, and what looks like each.", Schemas.ref("DiscoverRequest")),
        "/engine/insert": post(
            "Adds items or replaces them; all is on disk when it answers.", Schemas.list(Schemas.ref("Entry"))),
        "/engine/remove": post("Removes items; answers with those that were there.", Schemas.list(Schemas.text)),
        "/engine/item": post("The item of this name, or null.", Schemas.text),
        "/engine/types": post("The types of product that the items have.", [:]),
        "/engine/count": post("How many items there are.", [:]),
    ]

    private static func post(_ summary: String, _ call: JSONValue) -> JSONValue {
        [
            "post": [
                "summary": .string(summary),
                "requestBody": ["required": true, "content": ["application/json": ["schema": call]]],
                "responses": [
                    "200": OpenAPI.answer("`answer`, or `error` of the engine.", "EngineReply"),
                    "400": OpenAPI.answer("The call cannot be read, or the message is malformed.", "EngineReply"),
                    "401": OpenAPI.answer("The key is none.", "Failure"),
                    "403": OpenAPI.answer(
                        "The key may not do this, or the request is of a page that may not ask.", "Failure"),
                    "413": OpenAPI.answer("The body is too large.", "Failure"),
                    "415": OpenAPI.answer("The call is no application/json.", "Failure"),
                    "500": OpenAPI.answer("Something is wrong with the server.", "Failure"),
                    "503": OpenAPI.answer("Too much is under way.", "Failure"),
                ],
            ]
        ]
    }

    private static let value: JSONValue = [
        "description": "One member, the kind of the value.",
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

    private static let image: JSONValue = [
        "type": "object", "properties": ["bytes": ["type": "string", "format": "byte"]], "required": ["bytes"],
    ]

    static let schemas: [String: JSONValue] = [
        "EngineReply": Schemas.object([
            "answer": [:],
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
                "page": optional(small), "limit": optional(small), "fields": optional(Schemas.list(Schemas.text)),
                "explains": optional(["type": "boolean"]),
                "scope": optional(["type": "string", "enum": ["relevant", "all"]]),
            ]),
        "DiscoverRequest": Schemas.object(
            [
                "image": image,
                "detection": optional(
                    Schemas.object([
                        "type": optional(Schemas.text), "limit": optional(small),
                        "sensitivity": optional(["type": "string", "enum": ["low", "high"]]),
                        "minimumScore": optional(["type": "number", "minimum": 0, "maximum": 1]),
                        "attributes": optional([
                            "type": "object", "additionalProperties": Schemas.list(Schemas.text),
                        ]),
                    ])),
                "boxes": optional(Schemas.list(Schemas.ref("Box"))), "each": optional(Schemas.ref("SearchRequest")),
            ], required: "image"),
    ]

    private static let query = Schemas.object([
        "look": optional([
            "anyOf": [
                ["type": "object", "properties": ["item": Schemas.text], "required": ["item"]],
                [
                    "type": "object", "properties": ["image": image, "box": optional(Schemas.ref("Box"))],
                    "required": ["image"],
                ],
            ]
        ]),
        "text": optional(Schemas.text),
    ])

    /// Null is as good as nothing.
    private static func optional(_ schema: JSONValue) -> JSONValue { ["nullable": true, "allOf": [schema]] }

    private static let small: JSONValue = [
        "type": "integer", "format": "int64", "minimum": .int(.min), "maximum": .int(.max),
    ]
}
