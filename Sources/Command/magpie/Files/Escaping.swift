extension String {
    /// Safe as text and inside double quotes. Characters that would turn the direction of a line are shown as such.
    var htmlEscaped: String {
        // Pictures are megabytes of letters and digits.
        if utf8.allSatisfy({ (0x20..<0x7f).contains($0) && !"&<>\"'".utf8.contains($0) }) { return self }
        var text = ""
        for scalar in printable.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// One word of a shell command.
    var shellWord: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || "/._-+:,@%".utf8.contains(byte)
            }
        return isPlain && !hasPrefix("-") ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
