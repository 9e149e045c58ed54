enum OpenAPI {
    static let document: [UInt8] = Array("{}".utf8)
}
