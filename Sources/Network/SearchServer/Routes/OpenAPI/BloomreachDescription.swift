internal import BloomreachAPI

/// The OpenAPI description of the fetch calls of Bloomreach Engagement.
enum BloomreachDescription {
    static let paths: [String: JSONValue] = {
        var paths: [String: JSONValue] = [:]
        for operation in Bloomreach.Operation.templates {
            switch operation {
            case .attributes:
                paths[operation.template] = [
                    "post": call(
                        "Recommends items to a customer and returns their consents, several in one call. Any name of a "
                            + "project will do. What fails in one attribute is in its own result; the consents of a "
                            + "customer need a key with the right `data`.", "BRAttributes", answer: "BRResults")
                ]
            case .recommend:
                paths[operation.template] = [
                    "post": call(
                        "Recommends items to a customer. Any name of a stream will do.", "BRRecommend",
                        answer: "BRRows")
                ]
            case .categories:
                paths[operation.template] = [
                    "get": call("Returns the categories of consents.", nil, answer: "BRCategories")
                ]
            }
        }
        return paths
    }()

    private static func call(_ summary: String, _ call: String?, answer: String) -> JSONValue {
        var members: [String: JSONValue] = [
            "summary": .string(summary), "security": [[:], ["token": []], ["appKey": []], ["pair": []]],
            "parameters": [
                ["name": "id", "in": "path", "required": true, "schema": Schemas.text]
            ],
        ]
        var responses: [String: JSONValue] = [
            "200": OpenAPI.answer("The answer.", answer),
            "400": OpenAPI.answer("The request has faults; each is named with its path.", "BRFailure"),
            "401": OpenAPI.answer("Missing or invalid key.", "BRFailure"),
            "403": OpenAPI.answer(
                "The key lacks the right `search`, or the origin of the page is not allowed.", "BRFailure"),
            "405": OpenAPI.answer("The method is another one.", "BRFailure"),
            "413": OpenAPI.answer("The request body is too large.", "BRFailure"),
            "500": OpenAPI.answer("Internal server error.", "BRFailure"),
            "503": OpenAPI.answer("Overloaded; retry after `Retry-After` seconds.", "BRFailure"),
        ]
        if let call {
            members["requestBody"] = [
                "required": true, "content": ["application/json": ["schema": Schemas.ref(call)]],
            ]
            responses["415"] = OpenAPI.answer("The request body is not application/json.", "BRFailure")
        }
        members["responses"] = .object(responses)
        return .object(members)
    }

    static let security: JSONValue = [
        "type": "apiKey", "in": "header", "name": "Authorization",
        "description": "`Token KEY`, `Bearer KEY` or the key alone.",
    ]

    private typealias Limits = Bloomreach.Limits
    private static let flag: JSONValue = ["type": "boolean"]
    private static let optionalText: JSONValue = ["type": "string", "nullable": true]
    private static let customer: JSONValue = [
        "type": "object", "additionalProperties": ["oneOf": [optionalText, Schemas.number]],
        "description": "The names of the customer by their kinds, such as `cookie` and `registered`.",
    ]
    private static let size: JSONValue = [
        "type": "integer", "minimum": .int(Limits.items.lowerBound), "maximum": .int(Limits.items.upperBound),
    ]
    private static let items: JSONValue = [
        "type": "object", "maxProperties": .int(Limits.seeds),
        "additionalProperties": ["oneOf": [Schemas.text, Schemas.number]],
        "description": "The weights of items to start from, decimal numbers above 0.",
    ]
    private static let categories: JSONValue = [
        "type": "array", "items": Schemas.text, "maxItems": .int(Limits.categories),
    ]
    private static let whitelist: JSONValue = [
        "type": "array", "items": Schemas.text, "maxItems": .int(Limits.whitelist),
    ]
    private static let seed: JSONValue = ["oneOf": [Schemas.text, Schemas.whole]]
    private static let filter = Schemas.list(Schemas.ref("BRCondition"))
    private static let condition = Schemas.object([
        "property": Schemas.text,
        "constraint": Schemas.object(
            [
                "type": ["type": "string", "enum": ["string", "number", "boolean", "date", "list"]],
                "operator": Schemas.text,
                "operands": [
                    "type": "array", "maxItems": .int(Limits.operands),
                    "items": Schemas.object(
                        ["type": ["type": "string", "enum": ["constant"]], "value": [:]], required: "value"),
                ],
            ], required: "type", "operator"),
        "type": ["type": "string", "enum": ["and", "or", "not"]], "filters": filter,
    ])
    private static let warnings = Schemas.list(
        Schemas.object(["message": Schemas.text, "description": Schemas.text], required: "message", "description"))
    private static let row = Schemas.object(
        [
            "item_id": Schemas.text, "engine_name": Schemas.text, "recommendation_id": Schemas.text,
            "recommendation_variant_id": optionalText, "recommendation_score": Schemas.number,
            "recommendation_reasons": Schemas.list(
                Schemas.object(["kind": Schemas.text, "seed": optionalText, "share": Schemas.number])),
        ], required: "item_id", "engine_name", "recommendation_id", "recommendation_variant_id")

    static let schemas: [String: JSONValue] = [
        "BRCondition": condition,
        "BRAttributes": Schemas.object(
            [
                "customer_ids": customer,
                "attributes": [
                    "type": "array", "minItems": 1, "maxItems": .int(Limits.attributes),
                    "items": Schemas.object(
                        [
                            "type": Schemas.text, "id": Schemas.text, "size": size, "items": items, "no_track": flag,
                            "fillWithRandom": flag, "fillSeed": seed, "catalogAttributesWhitelist": whitelist,
                            "catalogFilter": filter, "categoryNames": categories, "category": Schemas.text,
                            "mode": [
                                "type": "string",
                                "enum": .array(Bloomreach.ConsentPart.allCases.map { .string($0.rawValue) }),
                            ],
                        ], required: "type"),
                ],
            ], required: "customer_ids", "attributes"),
        "BRRecommend": Schemas.object(
            [
                "customer_ids": customer, "engine_id": Schemas.text, "size": size, "items": items, "no_track": flag,
                "fill_with_random": flag, "fill_seed": seed, "catalog_attributes_whitelist": whitelist,
                "catalog_filter": filter, "category_names": categories,
            ], required: "customer_ids", "engine_id"),
        "BRResults": Schemas.object(
            [
                "success": flag, "warnings": warnings,
                "results": Schemas.list(
                    Schemas.object(
                        ["success": flag, "value": [:], "error": Schemas.text], required: "success")),
            ], required: "success", "results"),
        "BRRows": Schemas.object(
            [
                "success": flag, "warnings": warnings, "data": Schemas.list(row),
                "errors": ["type": "string", "description": "An array of JSON as text."],
            ], required: "success", "data", "errors"),
        "BRCategories": Schemas.object(
            [
                "success": flag,
                "results": Schemas.list(
                    Schemas.object(
                        [
                            "id": Schemas.text, "legitimate_interest": flag,
                            "sources": ["type": "object", "additionalProperties": flag],
                            "translations": [
                                "type": "object",
                                "additionalProperties": ["type": "object", "additionalProperties": optionalText],
                            ],
                        ], required: "id", "legitimate_interest", "sources", "translations")),
            ], required: "success", "results"),
        "BRFailure": Schemas.object(
            [
                "success": flag, "error": Schemas.text, "request_id": Schemas.text,
                "errors": Schemas.list(
                    Schemas.object(
                        ["code": Schemas.whole, "message": Schemas.text, "description": Schemas.text],
                        required: "code", "message", "description")),
            ], required: "success", "error", "errors"),
    ]
}
