extension String {
    /// As a shell takes it for one word.
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
