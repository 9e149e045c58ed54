internal import CMicroHTTPDShim
internal import Synchronization

// The entry points of the C library, on its own threads. A plain pointer is an instance of ours: the library passes
// back what `connectionOpened` and `requestBegan` returned.
//
// The life of a request, in order, with the file of each step:
//
//     1. readHead            HTTPServer+Head      framing, site, route, rights
//     2. receive             HTTPServer+Body      piece by piece, within the limits
//     3. dispatch            HTTPServer+Dispatch  answers at once, or: suspend, then work on a queue, then resume
//     4. response, send      HTTPServer+Response  made by the handler, by the transport, or as a refusal
//     5. end                 HTTPServer+End       gives back, counts, logs

// Safe: the server is kept alive until the library has stopped.
private func server(_ context: UnsafeMutableRawPointer) -> HTTPServer {
    unsafe Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
}

func connectionOpened(
    context: UnsafeMutableRawPointer, descriptor: Int32, address: UnsafePointer<CChar>
) -> UnsafeMutableRawPointer? {
    let server = unsafe server(context)
    let connection = unsafe Connection(
        descriptor: descriptor, address: String(cString: address), seconds: server.configuration.timeouts.head)
    server.connections.add(connection)
    return unsafe Unmanaged.passRetained(connection).toOpaque()
}

func connectionClosed(context: UnsafeMutableRawPointer, peer: UnsafeMutableRawPointer) {
    // Safe: the last use of the reference that `connectionOpened` returned.
    unsafe server(context).connections.remove(Unmanaged<Connection>.fromOpaque(peer).takeRetainedValue())
}

func requestBegan(
    context: UnsafeMutableRawPointer, peer: UnsafeMutableRawPointer, target: UnsafePointer<CChar>, length: Int
) -> UnsafeMutableRawPointer? {
    let server = unsafe server(context)
    let connection = unsafe Unmanaged<Connection>.fromOpaque(peer).takeUnretainedValue()
    let exchange = unsafe Exchange(
        id: server.nextID(), target: String(cString: target), targetLength: length, connection: connection)
    connection.setDeadline(after: server.configuration.timeouts.head, from: exchange.began)
    server.underWay.add(1, ordering: .relaxed)
    return unsafe Unmanaged.passRetained(exchange).toOpaque()
}

func requestProceeded(
    context: UnsafeMutableRawPointer, handle: OpaquePointer, request: UnsafeMutableRawPointer,
    method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, bytes: UnsafePointer<UInt8>?, count: Int
) -> cmh_step {
    let server = unsafe server(context)
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(request).takeUnretainedValue()
    switch exchange.phase {
    case .began:
        return unsafe server.readHead(of: exchange, on: handle, method: method, version: version)
    case .reading where count > 0:
        return unsafe server.receive(UnsafeRawBufferPointer(start: bytes, count: count), into: exchange)
    case .reading:
        return unsafe server.dispatch(exchange, on: handle)
    case .admitted:
        return unsafe server.suspend(exchange, on: handle)
    case .suspended:
        guard let response = exchange.response else { return .close }
        // The library has a copy until it is sent; a second one would double what clients that do not read hold.
        exchange.response = nil
        return unsafe server.send(response, to: exchange, on: handle)
    case .answered:
        return .close
    }
}

func requestEnded(context: UnsafeMutableRawPointer, request: UnsafeMutableRawPointer, isWhole: Bool) {
    // Safe: the last use of the reference that `requestBegan` returned.
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(request).takeRetainedValue()
    unsafe server(context).end(exchange, isWhole: isWhole)
}
