/// The half of a model that describes texts.
package struct TextTower: Hashable, Sendable {
    /// The changes of a text before the tokenizer, in the order of the members.
    package struct Cleaning: Hashable, Sendable {
        /// White space at the ends is removed, and each stretch inside becomes one blank.
        package var collapsesBlanks = false
        /// The punctuation of ASCII is removed.
        package var removesPunctuation = false
        /// Letters become small.
        package var lowercases = false
        /// The FLORES code of the language, as `eng_Latn`, stands before the text (NLLB).
        package var prependsLanguage = false
    }

    /// The graph, which takes tokens.
    package var graph: ModelGraph
    /// The `tokenizer.json`, which is not read here.
    package var tokenizer: ModelFile
    /// The most tokens of a text, with those that the tokenizer adds; longer texts are cut off.
    package var length: Int
    /// True where shorter texts are filled up to ``length`` even when they are alone.
    package var padsToLength: Bool
    /// The token that fills up; nil where no file names it.
    package var padding: String?
    /// The file that names ``padding``; nil where the layout does.
    package var paddingFile: String?
    /// The number of ``padding`` where the files tell it; else the tokenizer knows.
    package var paddingID: Int?
    /// The changes of a text before the tokenizer.
    package var cleaning: Cleaning
    /// The names of the input of tokens, the preferred one first. `attention_mask` and `token_type_ids` go with them
    /// where the graph has such inputs.
    package var inputs: [String] = ["input_ids"]
    /// The outputs, the preferred one first.
    package var outputs: [TowerOutput]
    /// Texts that stand before a text, by its purpose, as `query`.
    package var prompts: [String: String] = [:]
    /// The purpose whose prompt is used where none is named.
    package var defaultPrompt: String?
    /// True where the graph is that of the picture tower as well, and wants a picture beside the text.
    package var sharesGraph = false
}
