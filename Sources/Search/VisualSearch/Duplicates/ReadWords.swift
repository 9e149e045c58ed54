/// The words that were read in two pictures which look the same: one that only one of them says makes them different.
enum ReadWords {
    /// The first word of each text that the other lacks, in the order of reading, as letters and digits without case; nil
    /// where both texts have the same words.
    ///
    /// A reader makes mistakes, so that copies may differ in a word that it read wrongly. They stay then, as what is not
    /// proven does.
    static func difference(_ text: String, kept: String) -> (here: String?, kept: String?)? {
        let (known, others) = (Set(Words(text)), Set(Words(kept)))
        let here = Words(text).first { !others.contains($0) }
        let there = Words(kept).first { !known.contains($0) }
        return here == nil && there == nil ? nil : (here, there)
    }
}

extension DuplicateSearch {
    /// The difference of the words of two contents, where those of both were read; nil where one was not.
    func textObstacle(_ content: Content, beside kept: Content, _ turn: PictureTurn) -> DuplicateObstacle? {
        // Nobody has read the picture in the position of the other.
        guard turn == .upright, let text = readText(of: content), let other = readText(of: kept),
            let (here, there) = ReadWords.difference(text, kept: other)
        else { return nil }
        return .text(here: here, kept: there)
    }

    private func readText(of content: Content) -> String? {
        content.files.lazy.compactMap { knownPicture($0)?.text }.first
    }
}
