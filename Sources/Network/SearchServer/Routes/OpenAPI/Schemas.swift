internal import ViSearchAPI

/// The schemas of the answers.
enum Schemas {
    static let all: [String: JSONValue] = [
        "Failure": object(
            ["status": text, "method": text, "error": list(["oneOf": [text, ref("ImageFault")]]), "reqid": text],
            required: "status", "error"),
        "EventFailure": object(
            [
                "status": text, "reqid": text,
                "error": object(["code": whole, "message": text], required: "code", "message"),
            ],
            required: "status", "error"),
        "AnyFailure": ["anyOf": [ref("Failure"), ref("EventFailure")]],
        "Results": object(
            [
                "status": status, "method": text, "error": list(text), "reqid": text, "page": whole, "limit": whole,
                "total": whole, "result": list(ref("Hit")), "im_id": text, "facets": list(ref("Facet")),
                "qinfo": values, "product_types": list(ref("FoundObject")),
                "product_types_list": list(ref("TypeEntry")),
                "objects": list(ref("FoundObject")), "object_types_list": list(ref("TypeEntry")),
                "result_limit": whole,
                "detection_limit": whole, "group_by_key": text, "group_limit": whole,
                "group_results": list(ref("Group")), "group_result": list(list(ref("Hit"))), "algorithm": text,
                "excluded_im_names": list(text), "warnings": warnings,
            ], required: "status", "method", "error", "reqid"),
        "Hit": object(
            ["im_name": text, "score": number, "value_map": values, "alternatives": list(ref("Hit"))],
            required: "im_name"),
        "Group": object(["group_by_value": text, "result": list(ref("Hit"))], required: "group_by_value", "result"),
        "Facet": object(
            [
                "key": text, "items": list(object(["value": text, "count": whole], required: "value")),
                "range": object(["min": text, "max": text], required: "min", "max"),
            ], required: "key"),
        "FoundObject": object(
            [
                "type": text, "score": number, "box": list(whole), "attributes": lists, "total": whole,
                "result": list(ref("Hit")), "facets": list(ref("Facet")), "point": list(whole),
                "group_results": list(ref("Group")),
            ], required: "type", "attributes"),
        "TypeEntry": object(["type": text, "attributes_list": lists], required: "type", "attributes_list"),
        "Completions": object(
            [
                "status": status, "method": text, "error": list(text), "reqid": text, "page": whole,
                "result": list(["oneOf": [object(["text": text, "score": number], required: "text"), ref("Hit")]]),
            ], required: "status", "method", "error", "reqid"),
        "Features": object(
            [
                "status": status, "method": text, "error": list(text), "reqid": text, "im_id": text,
                "result": list(text),
            ],
            required: "status", "method", "error", "reqid"),
        "ImageFault": object(["index": whole, "im_name": text, "error_code": whole, "error_message": text]),
        "Insert": object(
            [
                "status": status, "method": text, "trans_id": whole, "total": whole, "error": list(ref("ImageFault")),
                "reqid": text,
            ], required: "status", "method", "total", "reqid"),
        "Remove": object(
            [
                "status": status, "method": text, "total": whole, "error": list(faultOrText), "error_code": whole,
                "reqid": text,
            ], required: "status", "method", "total", "reqid"),
        "Status": object(
            [
                "status": status, "method": text, "error": list(faultOrText), "error_code": whole, "reqid": text,
                "result": list(
                    object(
                        [
                            "trans_id": whole, "processed_percent": whole, "total": whole, "success_count": whole,
                            "fail_count": whole, "start_time": text, "update_time": text,
                            "error_list": list(ref("ImageFault")), "error_page": whole, "error_limit": whole,
                        ], required: "trans_id", "processed_percent", "total")),
            ], required: "status", "method", "reqid"),
        "EventBatch": object(
            [
                "v": [:], "sdk": [:], "uid": [:],
                "events": [
                    "type": "array", "minItems": 1, "maxItems": .int(ViSearch.Limits.events), "items": ref("Event"),
                ],
            ], required: "events"),
        "Event": event,
        "EventVerdicts": object(
            [
                "status": status, "reqid": text,
                "result": list(
                    object(
                        [
                            "code": whole, "message": text,
                            "warning": [
                                "type": "string",
                                "description": "The event is kept, and its action or its item is not known.",
                            ],
                        ], required: "code", "message")),
            ], required: "status", "reqid", "result"),
    ]

    /// Scripts send numbers as texts as well.
    private static let event: JSONValue = {
        var properties: [String: JSONValue] = [
            "action": [
                "type": "string", "minLength": 1, "maxLength": 64,
                "description": .string(
                    "Name of the action: product_view, product_click, add_to_cart, add_to_wishlist, transaction, view, "
                        + "click, search, result_load. Others are kept with a warning, and count for nothing."),
            ]
        ]
        for (name, text) in Texts.eventParameters where name != "code" {
            var schema: [String: JSONValue] = ["description": .string(text)]
            switch name {
            case "value", "price": schema["oneOf"] = [["type": "number"], Schemas.text]
            case "pos", "ts": schema["oneOf"] = [whole, Schemas.text]
            default: schema["oneOf"] = [Schemas.text, ["type": "number"], ["type": "boolean"]]
            }
            schema["nullable"] = true
            properties[name] = .object(schema)
        }
        return [
            "type": "object", "required": ["action"], "properties": .object(properties), "additionalProperties": true,
            "example": [
                "action": "product_click", "uid": "visitor-7", "sid": "visit-42", "queryId": "7475934028431196171",
                "pid": "bag-007", "pos": 1, "imUrl": "https://shop.example/bag-007.jpg", "ts": 1_790_000_000_000,
            ],
        ]
    }()

    static let text: JSONValue = ["type": "string"]
    static let whole: JSONValue = ["type": "integer", "format": "int64"]
    static let number: JSONValue = ["type": "number"]
    static let status: JSONValue = ["type": "string", "enum": ["OK", "warning", "fail"]]
    private static let values: JSONValue = ["type": "object", "additionalProperties": text]
    private static let warnings: JSONValue = [
        "type": "array", "items": text,
        "description": "Filters that match no item, or fewer than was meant. Absent otherwise.",
    ]
    /// A refusal of the whole request is text.
    private static let faultOrText: JSONValue = ["oneOf": [ref("ImageFault"), text]]
    private static let lists: JSONValue = ["type": "object", "additionalProperties": list(text)]

    static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }
    static func ref(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

    static func object(_ properties: [String: JSONValue], required: String...) -> JSONValue {
        var members: [String: JSONValue] = ["type": "object", "properties": .object(properties)]
        if !required.isEmpty { members["required"] = .array(required.map(JSONValue.string)) }
        return .object(members)
    }
}
