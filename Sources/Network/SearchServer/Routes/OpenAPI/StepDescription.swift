internal import StepwiseAPI
internal import ViSearchAPI

/// The OpenAPI description of stepwise search.
enum StepDescription {
    static let path: JSONValue = [
        "post": [
            "summary": .string(
                "Leads one step through a hierarchy, such as prefecture, municipality, town and house. The state is the "
                    + "path of ids; the server keeps nothing."),
            "requestBody": ["content": ["application/json": ["schema": Schemas.ref("StepCall")]], "required": true],
            "responses": [
                "200": OpenAPI.answer(
                    "`answer`, or `error` with one of the codes notACandidate, noData, incompleteData, alreadyArrived "
                        + "and dataChanged; the last one has the `path` that still holds.", "StepReply"),
                "400": OpenAPI.answer(
                    "The call is invalid: `error` with the code invalidArgument or stepsNotPositive; or the HTTP "
                        + "message is malformed.", "StepReply"),
                "401": OpenAPI.answer("Missing or invalid access key.", "Failure"),
                "403": OpenAPI.answer("The key lacks the right, or the origin of the page is not allowed.", "Failure"),
                "404": OpenAPI.answer("The server has no hierarchy.", "StepReply"),
                "413": OpenAPI.answer("The request body is too large.", "Failure"),
                "415": OpenAPI.answer("The request body is not application/json.", "Failure"),
                "500": OpenAPI.answer("The hierarchy cannot be read.", "StepReply"),
                "503": OpenAPI.answer("Overloaded; retry after `Retry-After` seconds.", "Failure"),
            ],
        ]
    ]

    private static let count: JSONValue = ["type": "integer", "minimum": 0]
    private static let text: JSONValue = ["type": "string", "maxLength": .int(StepCall.Limits.textCharacters)]
    private static let flag: JSONValue = ["type": "boolean"]
    private static let candidates = Schemas.list(Schemas.ref("StepCandidate"))
    private static let ids: JSONValue = [
        "type": "array", "items": Schemas.text, "maxItems": .int(StepCall.Limits.depth),
        "description": "Ids of the selected candidates, the top first.",
    ]
    private static let locale: JSONValue = [
        "type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$",
        "description": "Language of the labels; without it, or where a label is missing, that of the data.",
    ]

    static let schemas: [String: JSONValue] = [
        "StepCall": [
            "type": "object", "additionalProperties": false,
            "properties": [
                "path": ids, "locale": locale,
                "action": [
                    "oneOf": [
                        closed(["select": Schemas.text], "select"),
                        closed(["goBack": ["type": "integer", "minimum": 1]], "goBack"),
                    ]
                ],
                "limit": [
                    "type": "integer", "minimum": 1, "maximum": .int(StepCall.Limits.candidates), "default": 100,
                ],
                "offset": count, "prefix": text, "words": text,
            ],
        ],
        "StepCandidate": Schemas.object(
            [
                "id": Schemas.text, "level": Schemas.text, "label": Schemas.text, "reading": Schemas.text,
                "coordinate": Schemas.object(
                    ["latitude": Schemas.number, "longitude": Schemas.number], required: "latitude", "longitude"),
                "count": count, "isDestination": flag,
            ], required: "id", "level", "label", "count", "isDestination"),
        "StepReply": Schemas.object([
            "answer": Schemas.object(
                [
                    "path": ids, "locale": locale, "selected": candidates, "arrived": flag, "candidates": candidates,
                    "offset": count, "total": count,
                    "found": Schemas.list(Schemas.object(["path": candidates], required: "path")),
                ], required: "path", "selected", "arrived"),
            "error": Schemas.object(
                [
                    "code": Schemas.text, "message": Schemas.text, "id": Schemas.text, "steps": Schemas.whole,
                    "path": ids, "locale": locale,
                ], required: "code", "message"),
        ]),
    ]

    private static func closed(_ properties: [String: JSONValue], _ required: String) -> JSONValue {
        [
            "type": "object", "additionalProperties": false, "properties": .object(properties),
            "required": [.string(required)],
        ]
    }
}
