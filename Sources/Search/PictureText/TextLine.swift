/// A line of text in a picture.
///
/// Two lines are equal where their texts are equal as Swift has it: a letter that Unicode has twice, such as the
/// angstrom sign, is equal to itself in the other form.
package struct TextLine: Hashable, Sendable {
    /// The text, as the dictionary of the model spells it.
    package var text: String
    /// The mean of the certainty of its characters, 0...1, to five digits.
    package var score: Double
    /// Left upper, right upper, right lower and left lower corner, in pixels of the picture.
    package var corners: [Corner]

    /// Creates a line.
    package init(text: String, score: Double, corners: [Corner]) {
        (self.text, self.score, self.corners) = (text, score, corners)
    }
}
