/// The describer of a store, as a search page needs to know it.
public struct DescriberSummary: Hashable, Sendable, Codable {
    /// The identity of the describer and its parameters.
    public var name: String
    /// The number of values of a vector.
    public var dimensions: Int
    /// True where it describes texts as well, so that words find pictures in the languages of the model.
    public var describesTexts: Bool
    /// The languages that the model names, as tags such as `ja`; empty where it names none or describes no texts.
    public var languages: [String]

    /// Creates a summary.
    public init(name: String, dimensions: Int, describesTexts: Bool = false, languages: [String] = []) {
        self.name = name
        self.dimensions = dimensions
        self.describesTexts = describesTexts
        self.languages = languages
    }
}
