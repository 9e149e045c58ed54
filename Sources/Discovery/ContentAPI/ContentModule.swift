/// A type of content, such as articles or stores, with the fields that its instances have.
public struct ContentModule: Hashable, Sendable {
    /// The name by which queries and relations refer to it, 1…128 bytes without `.` and `@`.
    public var name: String
    /// A second name, for systems that give modules ids. Nil for none.
    public var id: String?
    /// The fields, in the order of the schema.
    public var fields: [ContentField]
    /// The locale whose values stand in for missing translations, as a BCP 47 tag. Nil for none.
    public var defaultLocale: String?

    /// Creates a module; by default without an id and without a locale.
    public init(_ name: String, id: String? = nil, fields: [ContentField], defaultLocale: String? = nil) {
        self.name = name
        self.id = id
        self.fields = fields
        self.defaultLocale = defaultLocale
    }

    /// The field with this name; nil where the module has none.
    public func field(_ name: String) -> ContentField? { fields.first { $0.name == name } }
}

/// A field of a module: its kind, and the rules that its values keep to.
public struct ContentField: Hashable, Sendable {
    /// The kinds of values.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A string that is compared as a whole.
        case text
        /// A text of many words, compared as a whole and found by its words.
        case longText
        /// A flag.
        case boolean
        /// A number.
        case number
        /// A moment: milliseconds since 1970, or ISO 8601.
        case date
        /// A time of day: `HH:MM` or `HH:MM:SS`.
        case time
        /// The address of a picture.
        case image
        /// The address of a video.
        case video
        /// The address of a page.
        case website
        /// A color: `#RRGGBB`.
        case color
        /// Any object. Queries can only tell whether it is there.
        case object
        /// An array of strings, numbers and flags. A comparison holds when one of them does.
        case list
        /// One of the choices of the field.
        case choice
        /// Several of the choices of the field.
        case choices
        /// The id of an instance of another module.
        case relation
        /// The ids of instances of another module.
        case relations
    }

    /// The name of the field, without `.` and `@`.
    public var name: String
    /// The kind of its values.
    public var kind: Kind
    /// True where each instance must have a value. Default false.
    public var isRequired: Bool
    /// The value of instances that come without one. Nil, the default, for none.
    public var defaultValue: JSONValue?
    /// True where a value is an object of values by locale. Default false.
    public var isTranslated: Bool
    /// The accepted values of `choice` and `choices`; nil, the default, accepts all.
    public var choices: [String]?
    /// The module whose instances a relation leads to; nil for other kinds.
    public var module: String?
    /// The name by which instances of that module populate the relation backward, such as `books` on an author. Nil,
    /// the default, for none.
    public var inverse: String?

    /// Creates a field; it is optional and untranslated by default.
    public init(
        _ name: String, _ kind: Kind, isRequired: Bool = false, defaultValue: JSONValue? = nil,
        isTranslated: Bool = false, choices: [String]? = nil, module: String? = nil, inverse: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.defaultValue = defaultValue
        self.isTranslated = isTranslated
        self.choices = choices
        self.module = module
        self.inverse = inverse
    }
}
