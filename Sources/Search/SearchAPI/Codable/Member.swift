/// A value that is written as an object of members: each stands in one list, and one that is missing has its default.
protocol MemberCodable: Codable, Hashable, Sendable {
    /// The value without any member: all have their defaults, and those that are required stand for nothing.
    static var blank: Self { get }
    /// The members, in the order in which they are read.
    static var members: [Member<Self>] { get }
    /// True where a member with another name is an error.
    static var isStrict: Bool { get }
}

extension MemberCodable {
    static var isStrict: Bool { false }

    /// Decodes an object; members that are missing have their defaults.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: MemberName.self)
        if Self.isStrict { try container.refuseMembers(but: Self.members.map(\.name.stringValue)) }
        self = Self.blank
        for member in Self.members { try member.read(&self, container) }
    }

    /// Encodes an object; most members with their default value are omitted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        for member in Self.members { try member.write(self, &container) }
    }
}

/// A member of an object: its name in JSON, and the property that it is.
struct Member<Whole: MemberCodable>: Sendable {
    /// The way in which a member is there.
    enum Presence {
        /// Written unless it has its default.
        case optional
        /// Always written, and may be missing where it is read.
        case written
        /// Always written, and an error where it is missing.
        case required
        /// An older name: never written, and read where the member before it is missing.
        case former
    }

    let name: MemberName
    let read: @Sendable (inout Whole, KeyedDecodingContainer<MemberName>) throws -> Void
    let write: @Sendable (Whole, inout KeyedEncodingContainer<MemberName>) throws -> Void

    init<Value: Codable & Equatable & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Whole, Value> & Sendable, _ presence: Presence = .optional
    ) {
        let (name, usual) = (MemberName(stringValue: name), Whole.blank[keyPath: path])
        self.name = name
        read = { whole, container in
            if presence == .required {
                whole[keyPath: path] = try container.decode(Value.self, forKey: name)
            } else if presence != .former || whole[keyPath: path] == usual,
                let value = try container.decodeIfPresent(Value.self, forKey: name)
            {
                whole[keyPath: path] = value
            }
        }
        write = { whole, container in
            let value = whole[keyPath: path]
            if presence == .former || presence == .optional && value == usual { return }
            try container.encode(value, forKey: name)
        }
    }
}

/// Any name of a member.
struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
