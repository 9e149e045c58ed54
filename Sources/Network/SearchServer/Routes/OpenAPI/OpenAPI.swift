internal import StepwiseAPI
internal import ViSearchAPI

/// The OpenAPI 3.0 description of the server, at `/openapi.json`.
///
/// Parameters of the protocol are described as text, whatever they mean: an invalid value is answered with status 200
/// and the service's own words, as its clients expect it, and never refused by HTTP.
enum OpenAPI {
    static let document: [UInt8] = {
        var writer = JSONWriter(capacity: 64 << 10)
        writer.value(whole)
        return writer.bytes
    }()

    private static var whole: JSONValue {
        var paths: [String: JSONValue] = [:]
        for operation in ViSearch.Operation.allCases where operation != .insertStatus {
            for path in operation.paths { paths[path] = both(description(of: operation)) }
        }
        paths["/insert/status/{trans_id}"] = both(insertStatus)
        paths["/v3/__va.gif"] = either(event(Texts.event, parameters: Texts.eventParameters))
        paths["/__aq.gif"] = either(oldEvent)
        paths["/v3/events"] = .object(["post": eventBatch])
        paths.merge(EngineDescription.paths) { $1 }
        paths.merge(DynamicYieldDescription.paths) { $1 }
        paths[StepReply.path] = StepDescription.path
        paths.merge(BloomreachDescription.paths) { $1 }
        paths.merge(HaloDescription.paths) { $1 }
        paths["/healthz"] = either(
            plain(
                "`ok`; a second line is a warning.", "text/plain", failure: "Searches cannot be answered; the reason."))
        paths["/livez"] = either(plain("`ok` while the process runs.", "text/plain"))
        paths["/readyz"] = either(
            plain(
                "`ok` while searches can be answered.", "text/plain",
                failure: "Searches cannot be answered; the reason."))
        paths["/metrics"] = either(plain("Metrics in the text format of Prometheus.", "text/plain", isGuarded: true))
        paths["/picture"] = either(picture)
        for (path, text) in [
            ("/", "The page for browsers."), ("/docs", "This description, as a page."),
            ("/operator", "The page for those who run the server."),
        ] {
            paths[path] = .object(["get": plain(text, "text/html")])
        }
        paths["/openapi.json"] = either(plain("This description.", "application/json"))
        return [
            "openapi": "3.0.3",
            "info": [
                "title": "Magpie", "version": "1",
                "description": .string(introduction),
            ],
            "paths": .object(paths),
            "security": [[:], ["appKey": []], ["pair": []]],
            "components": [
                "securitySchemes": [
                    "appKey": ["type": "apiKey", "in": "query", "name": "access_key"],
                    "pair": ["type": "http", "scheme": "basic"], "dyKey": DynamicYieldDescription.security,
                    "token": BloomreachDescription.security,
                ],
                "schemas": .object(
                    Schemas.all.merging(EngineDescription.schemas) { $1 }
                        .merging(DynamicYieldDescription.schemas) { $1 }
                        .merging(StepDescription.schemas) { $1 }
                        .merging(BloomreachDescription.schemas) { $1 }.merging(HaloDescription.schemas) { $1 }),
            ],
        ]
    }

    private static let introduction = """
        Visual search: the ViSearch protocol, Dynamic Yield's Experience Search below /v2, the fetch calls of Bloomreach \
        Engagement below /data and /optimization, the engine's own verbs below /engine, and stepwise search at /steps.

        On a server with access keys, an app key (`access_key`; below /v2 also in the header DY-API-Key, below /data and \
        /optimization also in Authorization, as `Token KEY` or `Bearer KEY`) may search \
        and report events, there also as the `code` of a tracker. Insertion, removal, /engine and /metrics need an access key and a secret key (HTTP \
        Basic), or a key with the right for it. A server without access keys answers only requests whose Host is \
        a name of its machine, and inserts and removes by POST only. Web pages of other origins need an origin \
        that the server allows. A list has at most \(ViSearch.Limits.listValues) values, a search without its \
        image at most \(Route.searchBytes) bytes.
        """

    private static func either(_ description: JSONValue) -> JSONValue { ["get": description, "post": description] }

    /// Describes a GET operation that is also available by POST, with the parameters in the body.
    private static func both(_ parts: Parts) -> JSONValue {
        let form: JSONValue = .object([
            "type": "object",
            "properties": .object(parts.parameters.mapValues { ["description": .string($0)] }),
        ])
        var members: [String: JSONValue] = ["schema": form]
        if parts.takesImage {
            members["schema"] = .object([
                "type": "object",
                "properties": .object(
                    parts.parameters.mapValues { ["description": .string($0)] }.merging(
                        [
                            "image": [
                                "type": "string", "format": "binary", "description": "An image file of at most 10 MB.",
                            ]
                        ]
                    ) { $1 }),
            ])
        }
        var common: [String: JSONValue] = ["summary": .string(parts.summary), "responses": parts.responses]
        let query = parameters(parts.parameters)
        common["parameters"] = .array(parts.pathParameters + query)
        var post = common
        post["parameters"] = .array(parts.pathParameters)
        post["requestBody"] = [
            "content": .object([
                "application/x-www-form-urlencoded": ["schema": form], "multipart/form-data": .object(members),
            ])
        ]
        return .object(["get": .object(common), "post": .object(post)])
    }

    static func parameters(_ texts: [String: String], schemas: [String: JSONValue] = [:]) -> [JSONValue] {
        texts.sorted { $0.key < $1.key }.map { name, text in
            [
                "name": .string(name), "in": "query", "description": .string(text), "allowEmptyValue": true,
                "schema": schemas[name] ?? ["type": "string"],
            ]
        }
    }

    struct Parts {
        var summary: String
        var parameters: [String: String] = [:]
        var takesImage = false
        var answer = "Results"
        var pathParameters: [JSONValue] = []

        var responses: JSONValue {
            OpenAPI.responses(schema: answer, others: takesImage || answer.hasSuffix("Insert") || answer == "Remove")
        }
    }

    /// - Parameter others: the request may wait in a queue, which may be full.
    static func responses(schema: String, others: Bool = true) -> JSONValue {
        var all: [String: JSONValue] = ["200": answer("The result, or the error in the form of ViSearch.", schema)]
        all["400"] = answer("The HTTP message is malformed.", "Failure")
        all["403"] = forbidden
        all["415"] = answer("The request body is neither a form nor multipart.", "Failure")
        if schema == "Insert" || schema == "Remove" {
            all["405"] = answer("A server without access keys takes this by POST only.", "Failure")
        }
        if schema == "Status" { all["404"] = answer("Not a transaction id.", schema) }
        all["413"] = answer("The request body is too large.", "Failure")
        all["414"] = answer("The path and query are too long.", "Failure")
        all["500"] = answer("Internal server error.", "Failure")
        if others { all["503"] = answer("Overloaded; retry after `Retry-After` seconds.", "Failure") }
        return .object(all)
    }

    static let forbidden = answer(
        "The origin of the page is not allowed, or a server without access keys was asked by a foreign Host.",
        "Failure")

    static func answer(_ text: String, _ schema: String) -> JSONValue {
        [
            "description": .string(text),
            "content": ["application/json": ["schema": ["$ref": .string("#/components/schemas/\(schema)")]]],
        ]
    }

    private static var picture: JSONValue {
        [
            "summary": "A small JPEG of an item or of an uploaded picture, with an ETag.",
            "parameters": .array(
                parameters(
                    [
                        "id": "Id of an item.", "im_id": "Name of an uploaded picture, in place of id.",
                        "side": "Longer side in pixels, 32 to 1024. Default \(SmallPictureRoute.standardSide).",
                    ])),
            "responses": [
                "200": ["description": "The picture.", "content": ["image/jpeg": [:]]],
                "304": ["description": "The client has it."],
                "400": answer("Neither id nor im_id is given, or both, or side is out of its range.", "Failure"),
                "401": answer("Missing or invalid access key.", "Failure"), "403": forbidden,
                "404": answer("There is no picture to show.", "Failure"),
                "413": answer("The request body is too large.", "Failure"),
                "414": answer("The path and query are too long.", "Failure"),
                "500": answer("Internal server error.", "Failure"),
                "503": answer("Overloaded; retry after `Retry-After` seconds.", "Failure"),
            ],
        ]
    }

    private static func plain(
        _ summary: String, _ type: String, isGuarded: Bool = false, failure: String? = nil
    ) -> JSONValue {
        var responses: [String: JSONValue] = [
            "200": ["description": .string(summary), "content": .object([type: .object([:])])],
            "400": answer("The HTTP message is malformed.", "Failure"), "403": forbidden,
        ]
        if let failure {
            responses["503"] = ["description": .string(failure), "content": .object([type: .object([:])])]
        }
        if isGuarded {
            responses["401"] = answer("Missing or invalid access key.", "Failure")
            responses["403"] = answer(
                "The key lacks the right, or the origin of the page is not allowed.", "Failure")
        }
        return ["summary": .string(summary), "responses": .object(responses)]
    }
}
