internal import CMicroHTTPDShim

extension [UInt8] {
    /// Returns the position of the first occurrence of `pattern`.
    package func first(_ pattern: [UInt8]) -> Int? {
        unsafe withUnsafeBytes { all in
            unsafe pattern.withUnsafeBytes { wanted in
                // Safe: both counts are those of the buffers.
                let found = unsafe cmh_find(all.baseAddress, all.count, wanted.baseAddress, wanted.count)
                return found < 0 ? nil : Int(found)
            }
        }
    }
}
