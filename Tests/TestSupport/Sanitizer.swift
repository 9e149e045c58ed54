import Foundation

/// The address or thread sanitizer of the compiler, with which a test may have been built.
public enum Sanitizer {
    /// True in a process that has one. It reserves more addresses than a limit of memory allows.
    // Safe: the names live during the calls.
    public static let isOn = unsafe dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
