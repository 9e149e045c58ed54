internal import DynamicYieldAPI

/// The OpenAPI description of the routes of Dynamic Yield's Experience Search.
enum DynamicYieldDescription {
    static let paths: [String: JSONValue] = [
        DynamicYield.Operation.search.path: post(
            "Searches for products by a text or a picture. The sku is the id of the item; `sortBy` takes a column, "
                + "`popularity` or `relevance`; page attributes are read and select nothing. A field `price@B` is the "
                + "column `price` of the branch B, and a list `branches` limits an item to branches.",
            "DYSearch", answer: "DYAnswer"),
        DynamicYield.Operation.suggest.path: post(
            "Completes a text of \(DynamicYield.Limits.completedLength) characters or more; for a shorter one, the most "
                + "frequent searches.",
            "DYSuggest", answer: "DYSuggestions"),
        DynamicYield.Operation.engagement.path: post(
            "Reports engagement, all of a report or nothing. Clicks count for the popularity of an item.",
            "DYEngagements", answer: "DYAccepted"),
    ]

    private static func post(_ summary: String, _ call: String, answer: String) -> JSONValue {
        [
            "post": [
                "summary": .string(summary), "security": [[:], ["dyKey": []], ["appKey": []], ["pair": []]],
                "requestBody": ["required": true, "content": ["application/json": ["schema": Schemas.ref(call)]]],
                "responses": [
                    "200": OpenAPI.answer("The answer.", answer),
                    "400": OpenAPI.answer("The request has faults; each is named with its path.", "DYFailure"),
                    "401": OpenAPI.answer("Missing or invalid key.", "DYFailure"),
                    "403": OpenAPI.answer(
                        "The key lacks the right `search`, or the origin of the page is not allowed.", "DYFailure"),
                    "405": OpenAPI.answer("The method is not POST.", "DYFailure"),
                    "413": OpenAPI.answer("The request body is too large.", "DYFailure"),
                    "415": OpenAPI.answer("The request body is not application/json.", "DYFailure"),
                    "429": OpenAPI.answer("Too many events; retry after `Retry-After` seconds.", "DYFailure"),
                    "500": OpenAPI.answer("Internal server error.", "DYFailure"),
                    "503": OpenAPI.answer("Overloaded; retry after `Retry-After` seconds.", "DYFailure"),
                ],
            ]
        ]
    }

    static let security: JSONValue = ["type": "apiKey", "in": "header", "name": .string(DynamicYield.keyHeader)]

    private static let flag: JSONValue = ["type": "boolean"]
    private static let texts = Schemas.list(Schemas.text)
    private static let any: JSONValue = ["type": "object"]
    private static let user = Schemas.object([
        "dyid": Schemas.text, "dyid_server": Schemas.text, "active_consent_accepted": flag, "sharedDevice": flag,
        "cuid": Schemas.text, "cuidType": Schemas.text,
    ])
    private static let session = Schemas.object(["dy": Schemas.text])
    private static let page = Schemas.object([
        "type": ["type": "string", "enum": ["HOMEPAGE", "CATEGORY", "PRODUCT", "CART", "OTHER"]],
        "location": Schemas.text, "referrer": Schemas.text, "locale": Schemas.text, "data": texts,
    ])
    private static let context = Schemas.object([
        "page": page, "branch": Schemas.object(["id": Schemas.text]), "channel": Schemas.text,
        "device": Schemas.object([
            "type": Schemas.text, "ip": Schemas.text, "id": Schemas.text, "dateTime": Schemas.text,
        ]),
        "pageAttributes": [
            "type": "object", "additionalProperties": ["oneOf": [Schemas.text, Schemas.whole]],
        ],
    ])
    private static let filter = Schemas.object(
        [
            "field": Schemas.text,
            "values": [
                "type": "array", "items": Schemas.text, "minItems": 1, "maxItems": .int(DynamicYield.Limits.values),
            ],
            "min": Schemas.number, "max": Schemas.number,
        ], required: "field")
    private static let query = Schemas.object([
        "text": ["type": "string", "maxLength": .int(DynamicYield.Limits.textLength)],
        "imageBase64": ["type": "string", "format": "byte"], "enableSpellCheck": flag,
        "filters": ["type": "array", "items": filter, "maxItems": .int(DynamicYield.Limits.filters)],
        "pagination": Schemas.object(
            [
                "numItems": [
                    "type": "integer", "minimum": 1, "maximum": .int(DynamicYield.Limits.slots.upperBound),
                ],
                "offset": ["type": "integer", "minimum": 0],
            ], required: "numItems"),
        "sortBy": Schemas.object(
            ["field": Schemas.text, "order": ["type": "string", "enum": ["asc", "desc"]]], required: "field"),
    ])
    private static let options = Schemas.object([
        "returnAnalyticsMetadata": flag, "isImplicitClientData": flag, "isImplicitKeywordSearchEvent": flag,
        "productData": Schemas.object(["skusOnly": flag, "fieldFilter": texts]),
    ])
    private static let selector = Schemas.object(
        [
            "name": [
                "type": "string",
                "enum": [.string(DynamicYield.Search.semantic), .string(DynamicYield.Search.visual)],
            ]
        ], required: "name")
    private static let cookies = Schemas.list(
        Schemas.object(["name": Schemas.text, "value": Schemas.text, "maxAge": Schemas.text]))

    static let schemas: [String: JSONValue] = [
        "DYSearch": Schemas.object(
            [
                "user": user, "session": session, "selector": selector, "context": context, "query": query,
                "options": options,
            ], required: "selector", "context", "query"),
        "DYAnswer": Schemas.object(
            [
                "choices": Schemas.list(any), "cookies": cookies,
                "warnings": Schemas.list(Schemas.object(["code": Schemas.text, "message": Schemas.text])),
            ], required: "choices", "cookies", "warnings"),
        "DYSuggest": Schemas.object(
            [
                "user": user, "session": session, "context": context,
                "query": Schemas.object([
                    "text": Schemas.text,
                    "suggestions": Schemas.list(Schemas.object(["type": Schemas.text, "maxResults": Schemas.whole])),
                ]),
            ], required: "query"),
        "DYSuggestions": Schemas.object(
            ["variations": Schemas.list(any), "cookies": cookies], required: "variations", "cookies"),
        "DYEngagements": Schemas.object(
            [
                "user": user, "session": session, "context": context,
                "engagements": Schemas.list(
                    Schemas.object(
                        [
                            "type": ["type": "string", "enum": ["SLOT_CLICK", "SLOT_IMP", "CLICK", "IMP"]],
                            "slotId": Schemas.text, "slotsIds": texts, "decisionId": Schemas.text,
                        ], required: "type")),
            ], required: "engagements"),
        "DYAccepted": Schemas.object(["accepted": Schemas.whole], required: "accepted"),
        "DYFailure": Schemas.object(
            [
                "status": Schemas.text, "requestId": Schemas.text,
                "errors": Schemas.list(
                    Schemas.object(
                        ["path": Schemas.text, "message": Schemas.text], required: "path", "message")),
            ], required: "status", "errors"),
    ]
}
