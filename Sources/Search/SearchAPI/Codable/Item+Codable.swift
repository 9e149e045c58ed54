/// The pictures beside the first one are omitted where the item has one alone.
extension Item: MemberCodable {
    static let blank = Item(id: "")
    static let members: [Member<Item>] = [
        .init("id", \.id, .required), .init("source", \.source), .init("attributes", \.attributes, .required),
        .init("pictures", \.pictures),
    ]
}

extension PictureRole {
    /// Decodes a role by its name; the error of an unknown one names the roles.
    public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        do throws(SearchError) { self = try PictureRole(named: name) } catch {
            throw DecodingError.unfitting("\(error)", at: decoder.codingPath)
        }
    }
}
