internal import CSQLite
package import SearchAPI

extension Database {
    /// The name of ``WordTokens`` in the tables of the index.
    package static let tokenizer = "magpie"

    /// Makes the tokenizer known to a connection. A failure shows when a table needs it.
    ///
    /// Safe: SQLite copies the structure; its functions keep nothing, and get memory that SQLite keeps while they run.
    @unsafe static func addTokenizer(to handle: OpaquePointer) -> Int32 {
        var functions = unsafe fts5_tokenizer(
            // There is nothing to make, but nil would be an error.
            xCreate: { _, _, _, made in
                unsafe made?.pointee = OpaquePointer(bitPattern: 1)
                return SQLITE_OK
            },
            xDelete: { _ in },
            xTokenize: { _, context, _, text, count, take in
                guard let text = unsafe text, let take = unsafe take, count > 0 else { return SQLITE_OK }
                let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
                return unsafe WordTokens.each(in: bytes.bindMemory(to: UInt8.self).span) { token, place, isOther in
                    unsafe token.withUnsafeBufferPointer { token in
                        unsafe token.withMemoryRebound(to: CChar.self) { token in
                            unsafe take(
                                context, isOther ? FTS5_TOKEN_COLOCATED : 0, token.baseAddress, Int32(token.count),
                                Int32(place.lowerBound), Int32(place.upperBound))
                        }
                    }
                }
            })
        return unsafe csqlite_add_tokenizer(handle, tokenizer, &functions)
    }

    /// Returns the stems of words, as the index has them.
    package func stems(of words: [String]) throws(SearchError) -> [String] {
        var stems: [String] = []
        let text = Array(words.joined(separator: " ").utf8CString)
        // Safe: the array lives until the call returns; each stem is copied at once.
        let code = unsafe withUnsafeMutablePointer(to: &stems) { stems in
            unsafe csqlite_stem(handle, Database.tokenizer, text, Int32(text.count - 1), stems) {
                context, flags, stem, count, _, _ in
                guard flags & FTS5_TOKEN_COLOCATED == 0, let context = unsafe context, let stem = unsafe stem else {
                    return SQLITE_OK
                }
                let bytes = unsafe UnsafeRawBufferPointer(start: stem, count: Int(count))
                unsafe context.assumingMemoryBound(to: [String].self).pointee.append(
                    String(decoding: bytes, as: UTF8.self))
                return SQLITE_OK
            }
        }
        if code & 0xff == SQLITE_NOMEM { throw error(code) }
        return code == SQLITE_OK && stems.count == words.count ? stems : words
    }
}
