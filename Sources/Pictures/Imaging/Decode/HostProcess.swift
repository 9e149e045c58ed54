import CVipsShim

/// The changes that Imaging makes in the process that it runs in.
///
/// By itself it sets nothing before libvips is opened, which the first picture does that needs it: everything but JPEG,
/// PNG, WebP of one picture and the first frame of a GIF, in the space of a matrix and curves. libvips is then started, and set
/// up for the whole process: one thread a picture, no cache of
/// operations, no warnings on standard error, and no loaders that libvips calls untrusted, SVG, PDF and JPEG XL aside.
public enum HostProcess {
    /// Leaves libvips' threads, cache, warnings and blocked loaders as the host has set them, or as they are by default.
    ///
    /// Call it before the first picture; later it has no effect. A host that uses libvips itself then keeps its own
    /// settings. With a cache, memory of pictures that are done is kept until the cache drops them; with more threads,
    /// more cores than one work on a picture. Magpie names the loader of each picture, so that a picture cannot choose
    /// another, whatever is blocked.
    public static func keepVipsSettings() { cvs_leave_settings() }

    /// Sets glibc's allocator up for pictures, for programs whose whole work they are: two arenas for all threads, and
    /// whole frames given back at once. `magpie` does. It cannot be undone, and concerns every allocation of the
    /// process.
    package static func tuneAllocator() { cvs_tune_memory() }

    /// The times that this thread has asked for libvips.
    static var usesOfVips: UInt { cvs_uses_by_thread() }

    /// The version of the libvips on this machine, such as 8.14.1; nil where it cannot be opened.
    package static var libvipsVersion: String? {
        // Safe: libvips gives a constant that ends with NUL.
        unsafe cvs_libvips_version().map { unsafe String(cString: $0) }
    }
}
