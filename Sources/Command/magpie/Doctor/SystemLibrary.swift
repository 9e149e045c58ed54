import Essentials

/// Functions of libraries that are opened here for their version alone.
enum SystemLibrary {
    /// The version of a library, such as 7.88.1; nil where it cannot be opened.
    ///
    /// - Parameters:
    ///   - name: The name that may precede the version.
    ///   - file: The file as the loader finds it.
    ///   - function: A function without arguments that returns a text with the version.
    static func version(_ name: String, file: String, function: String) -> String? {
        typealias Answer = @convention(c) () -> UnsafePointer<CChar>?
        // Safe: the library stays open; the function has this form in each of its versions, and its text ends with NUL.
        guard let library = unsafe dlopen(file, RTLD_LAZY | RTLD_LOCAL), let found = unsafe dlsym(library, function),
            let answer = unsafe unsafeBitCast(found, to: Answer.self)()
        else { return nil }
        let words = unsafe String(cString: answer).split(separator: " ")
        // "libcurl/7.88.1 OpenSSL/3.0.17 …"
        return words.first.map { String($0.trimmingPrefix("\(name)/")) }
    }

    /// True where the kernel holds the clock for synchronized with another one; nil where it does not tell.
    static var clockIsSynchronized: Bool? {
        #if os(Linux)
            typealias Adjust = @convention(c) (UnsafeMutableRawPointer) -> CInt
            // Glibc's module does not have this function. Safe: it reads the clock only where its structure, which has
            // fewer bytes than this one, is all zeros.
            guard let found = unsafe dlsym(nil, "adjtimex") else { return nil }
            let adjust = unsafe unsafeBitCast(found, to: Adjust.self)
            var structure = [UInt64](repeating: 0, count: 64)
            let state = unsafe structure.withUnsafeMutableBytes { unsafe adjust($0.baseAddress!) }
            // TIME_ERROR
            return state < 0 ? nil : state != 5
        #else
            return nil
        #endif
    }
}
