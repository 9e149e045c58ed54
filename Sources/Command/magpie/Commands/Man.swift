/// `magpie man DIR`.
struct Man: Subcommand {
    static let name = "man"
    static let summary = "Writes the manual pages of the command into a folder."
    static let synopsis = "magpie man DIR"
    static let details = """
        Writes magpie.1 and a page for each subcommand, such as magpie-search.1, with the texts of --help. DIR is made
        where it is missing, and existing pages are replaced whole. In a folder man1 below a folder of MANPATH, 'man
        magpie-search' finds them. The same version always writes the same bytes.
        """
    static let examples = [
        Example(
            purpose: "pages of the user, for man", line: "magpie man ~/.local/share/man/man1")
    ]
    static let operands: ValueKind? = .folder

    func run(_ words: [Path]) throws -> ExitCode {
        guard let word = words.first else { throw UsageError("missing folder: \(Self.synopsis)") }
        if words.count > 1 { throw UsageError("man takes one folder, but was also given '\(words[1].text.quoted)'") }
        let folder = try OutputFolder(word, syncing: false, inputFolders: [])
        let pages = ManualPage.all
        for page in pages {
            let name = Path(page.fileName)
            try WriteFailure.naming("the manual page", word / name, try folder.write(Array(page.text.utf8), to: name))
        }
        try StandardOutput().write("\(Numbers.plural(pages.count, "page")) in \(word.text.printable)\n")
        return .done
    }
}
