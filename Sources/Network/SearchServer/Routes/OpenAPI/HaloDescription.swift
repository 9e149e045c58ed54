internal import HaloAPI

/// The OpenAPI description of HALO's content search.
enum HaloDescription {
    static let paths: [String: JSONValue] = [
        Halo.Operation.search.path: [
            "post": [
                "summary": .string(
                    "Finds content by conditions, relations and tags. The answer is a page, or an array of instances "
                        + "where the pages are skipped."),
                "security": [[:], ["token": []], ["pair": []]],
                "parameters": [
                    [
                        "name": .string(Halo.cacheHeader), "in": "header",
                        "description": "Seconds for which an earlier answer is good enough.",
                        "schema": [
                            "type": "integer", "minimum": 0, "maximum": .int(Halo.Limits.seconds.upperBound),
                        ],
                    ]
                ],
                "requestBody": [
                    "required": true, "content": ["application/json": ["schema": Schemas.ref("HaloQuery")]],
                ],
                "responses": .object(
                    responses([
                        "200": [
                            "description": "The page or the instances.",
                            "content": [
                                "application/json": [
                                    "schema": [
                                        "oneOf": [Schemas.ref("HaloPage"), Schemas.list(Schemas.ref("HaloInstance"))]
                                    ]
                                ]
                            ],
                        ], "404": OpenAPI.answer("The server has no content.", "HaloFailure"),
                    ])),
            ]
        ],
        Halo.Operation.token.path: [
            "post": [
                "summary": "Gives out a token for an access and a secret key, for `Authorization: Bearer TOKEN`.",
                "security": [[:]],
                "requestBody": [
                    "required": true,
                    "content": ["application/x-www-form-urlencoded": ["schema": Schemas.ref("HaloTokenRequest")]],
                ],
                "responses": .object(responses(["200": OpenAPI.answer("The token.", "HaloToken")])),
            ]
        ],
    ]

    private static func responses(_ own: [String: JSONValue]) -> [String: JSONValue] {
        let failures = [
            "400": "The request has faults; the message names them.", "401": "Missing or invalid token or keys.",
            "403": "The key lacks the right `search`, or the origin of the page is not allowed.",
            "405": "The method is another one.", "413": "The request body is too large.",
            "415": "The request body has another type.", "500": "Internal server error.",
            "503": "Overloaded; retry after `Retry-After` seconds.",
        ]
        return failures.mapValues { OpenAPI.answer($0, "HaloFailure") }.merging(own) { $1 }
    }

    private typealias Limits = Halo.Limits

    private static func list(_ items: JSONValue, upTo count: Int) -> JSONValue {
        ["type": "array", "items": items, "maxItems": .int(count)]
    }

    private static let names = list(Schemas.text, upTo: Limits.names)
    private static let ids = list(Schemas.text, upTo: Limits.values)
    private static let moment: JSONValue = [
        "type": "integer", "format": "int64", "nullable": true, "description": "Milliseconds since 1970.",
    ]
    private static let person: JSONValue = ["type": "string", "nullable": true]
    private static let tag = Schemas.object(
        ["name": Schemas.text, "value": Schemas.text, "tagType": Schemas.text, "id": Schemas.text], required: "name")

    static let schemas: [String: JSONValue] = [
        "HaloFilter": Schemas.object([
            "condition": ["type": "string", "enum": ["and", "or", "not"]],
            "operands": Schemas.list(Schemas.ref("HaloFilter")),
            "operation": ["type": "string", "enum": .array(Halo.operations.map(JSONValue.string))],
            "property": Schemas.text,
            "value": ["nullable": true],
            "type": ["type": "string", "enum": .array(Halo.types.map(JSONValue.string))],
        ]),
        "HaloQuery": [
            "type": "object", "additionalProperties": false,
            "properties": [
                "moduleIds": names, "moduleName": Schemas.text, "moduleNames": names, "instanceIds": ids,
                "relatedTo": list(
                    Schemas.object(
                        ["fieldName": Schemas.text, "instanceIds": ids], required: "fieldName", "instanceIds"),
                    upTo: Limits.relations),
                "searchValues": Schemas.ref("HaloFilter"), "metaSearch": Schemas.ref("HaloFilter"),
                "fields": names, "include": names, "segmentTags": list(tag, upTo: Limits.names),
                "segmentMode": ["type": "string", "enum": ["total", "partial"], "default": "partial"],
                "pagination": Schemas.object([
                    "page": ["type": "integer", "minimum": 1, "default": 1],
                    "limit": [
                        "type": "integer", "minimum": .int(Limits.page.lowerBound),
                        "maximum": .int(Limits.page.upperBound), "default": 10,
                    ],
                    "skip": [
                        "description": "Everything at once; refused beyond 5,000 instances.",
                        "oneOf": [["type": "boolean"], ["type": "string", "enum": ["true", "false"]]],
                    ],
                ]),
                "sort": [
                    "type": "string",
                    "description": "As `createdAt desc,values.price asc`: members of all content, and fields.",
                ], "locale": ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"],
                "searchText": ["type": "string", "description": "Words to look for. Ours."],
                "searchPicture": [
                    "type": "string", "format": "byte", "description": "A picture that pictures resemble. Ours.",
                ], "searchSettings": ["type": "object", "description": "Changes nothing."],
                "sortSettings": ["type": "object", "description": "Changes nothing."],
            ],
        ],
        "HaloInstance": Schemas.object(
            [
                "id": Schemas.text, "module": Schemas.text, "name": Schemas.text, "values": ["type": "object"],
                "tags": Schemas.list(tag), "createdAt": moment, "updatedAt": moment, "publishedAt": moment,
                "removedAt": moment, "archivedAt": moment, "deletedAt": moment, "createdBy": person,
                "updatedBy": person, "deletedBy": person,
            ], required: "id", "module", "name", "values", "tags", "createdAt"),
        "HaloPage": Schemas.object(
            [
                "pagination": Schemas.object(
                    [
                        "page": Schemas.whole, "limit": Schemas.whole, "offset": Schemas.whole,
                        "totalItems": Schemas.whole, "totalPages": Schemas.whole,
                    ], required: "page", "limit", "offset", "totalItems", "totalPages"),
                "items": Schemas.list(Schemas.ref("HaloInstance")),
                "notices": Schemas.list(Schemas.object(["kind": Schemas.text, "text": Schemas.text])),
            ], required: "pagination", "items"),
        "HaloTokenRequest": Schemas.object(
            [
                "grant_type": ["type": "string", "enum": ["client_credentials", "password", "refresh_token"]],
                "client_id": Schemas.text, "client_secret": Schemas.text, "username": Schemas.text,
                "password": Schemas.text, "refresh_token": Schemas.text,
            ], required: "grant_type"),
        "HaloToken": Schemas.object(
            [
                "access_token": Schemas.text, "refresh_token": Schemas.text, "token_type": Schemas.text,
                "expires_in": ["type": "integer", "description": "Milliseconds, as clients of HALO read it."],
            ], required: "access_token", "token_type", "expires_in"),
        "HaloFailure": Schemas.object(
            ["error": Schemas.object(["message": Schemas.text], required: "message")], required: "error"),
    ]
}
