internal import Dispatch
internal import Essentials

/// Lookups that run, those that nobody waits for any more included.
private let lookups = Locked(0)
private let lookupLimit = 64

/// All addresses of a name, in the order in which the system would try them.
///
/// The system's resolver has no time limit: it runs on a thread of its own, and a caller whose time is over leaves it
/// there. At most 64 such threads exist.
func addresses(of name: String, until deadline: DispatchTime) throws(FetchError) -> [IPAddress] {
    let hasRoom = lookups.withLock { count in
        guard count < lookupLimit else { return false }
        count += 1
        return true
    }
    guard hasRoom else { throw .fault }
    let found = Locked<[IPAddress]?>(nil)
    let done = DispatchSemaphore(value: 0)
    let hasThread = startThread {
        let addresses = resolve(name)
        lookups.withLock { $0 -= 1 }
        found.withLock { $0 = addresses }
        done.signal()
    }
    guard hasThread else {
        lookups.withLock { $0 -= 1 }
        throw .fault
    }
    guard done.wait(timeout: deadline) == .success else { throw .timedOut }
    guard let addresses = found.withLock({ $0 }), !addresses.isEmpty else { throw .unknownHost }
    return addresses
}

private func resolve(_ name: String) -> [IPAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    #if canImport(Glibc)
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
        unsafe hints.ai_socktype = SOCK_STREAM
    #endif
    // Safe: the list is read before it is freed; its family defines the length of each address.
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
    defer { unsafe freeaddrinfo(list) }
    var addresses: [IPAddress] = []
    var entry = unsafe list
    while let current = unsafe entry {
        if let address = unsafe IPAddress(current.pointee.ai_addr), !addresses.contains(address) {
            addresses.append(address)
        }
        unsafe entry = current.pointee.ai_next
    }
    return addresses
}

extension IPAddress {
    fileprivate init?(_ address: UnsafeMutablePointer<sockaddr>?) {
        guard let address = unsafe address else { return nil }
        // Safe: the family defines which structure the system has stored there.
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            let four = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe $0.pointee.sin_addr
            }
            self.init(bytes: unsafe withUnsafeBytes(of: four) { unsafe Array($0) })
        case AF_INET6:
            let six = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                unsafe $0.pointee.sin6_addr
            }
            self.init(bytes: unsafe withUnsafeBytes(of: six) { unsafe Array($0) })
        default: return nil
        }
    }
}
