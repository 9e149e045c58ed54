import CHEIFShim

/// The libraries that decode the coded pictures of AVIF and HEIC without libheif.
package enum HEIFLibraries {
    /// False to leave all of it to libheif. For tests.
    @TaskLocal package static var areUsed = true

    /// Their names and versions on this machine, such as "dav1d" and "1.0.0"; empty where libheif decodes everything.
    package static var versions: [(name: String, version: String)] {
        [(cheif_codec.av1, "dav1d"), (.hevc, "libde265")].compactMap { codec, name in
            // Safe: the text stays as long as the process.
            unsafe cheif_version(codec).map { unsafe (name, String(cString: $0)) }
        }
    }
}
