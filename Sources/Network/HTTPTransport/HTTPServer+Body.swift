internal import CMicroHTTPDShim
internal import ImageTypes
internal import Synchronization

// 2. The body of a request while it comes.
extension HTTPServer {
    func receive(_ bytes: UnsafeRawBufferPointer, into exchange: Exchange) -> cmh_step {
        let limits = configuration.limits
        exchange.received += bytes.count
        // A refused body is still read for a while, because most clients read the answer only when they have sent
        // everything.
        if exchange.received > limits.droppedBytes || isPadded(exchange) { return .close }
        hurry(exchange)
        guard exchange.refusal == nil, exchange.body != nil else { return .proceed }
        let bodyBytes = limits.bodyBytes(of: exchange.route)
        if exchange.received > bodyBytes {
            exchange.refusal = .tooLarge(bodyBytes)
        } else if !hasRoom(for: bytes.count) || !bodies.add(bytes.count, from: exchange.sender) {
            exchange.refusal = .overloaded
        } else if !holdsAsStranger(bytes.count, exchange) {
            // No key came in time: refused like a request without a key.
            bodies.remove(bytes.count, from: exchange.sender)
            dropBody(of: exchange)
            return .proceed
        } else {
            exchange.held += bytes.count
            held.add(bytes.count, ordering: .relaxed)
            do throws(HTTPRefusal) {
                // Safe: read within this call.
                unsafe try exchange.body?.append(bytes)
            } catch {
                exchange.refusal = error
            }
            recognize(exchange)
        }
        if exchange.refusal != nil { dropBody(of: exchange) }
        return .proceed
    }

    /// Returns true for a chunked body with much more around its chunks than in them: extensions, which nobody reads and
    /// which cost time. A body of chunks of one byte has five bytes around each.
    private func isPadded(_ exchange: Exchange) -> Bool {
        guard exchange.isLast, exchange.readBefore >= 0 else { return false }
        let read = cmh_bytes_read(exchange.connection.descriptor) - exchange.readBefore
        return read > 64 * 1024 + 8 * Int64(exchange.received)
    }

    /// Sets the deadline for the next bytes, at a rate that phones with bad reception reach.
    private func hurry(_ exchange: Exchange) {
        let (timeouts, now) = (configuration.timeouts, Clock.now)
        let elapsed = Double(now &- exchange.bodyBegan) * 1e-9
        let byRate = timeouts.pause + Double(exchange.received) / timeouts.bodyBytesPerSecond
        let seconds = min(timeouts.body - elapsed, byRate - elapsed, timeouts.pause)
        exchange.connection.setDeadline(after: max(0, seconds), from: now)
    }

    /// Returns true if the body fits the limit for clients without a valid key so far. Always true for all others.
    private func holdsAsStranger(_ count: Int, _ exchange: Exchange) -> Bool {
        guard authentication(exchange.rights, exchange.route).isRefusal else { return true }
        guard sendersWithoutKey.add(count, from: exchange.sender) else { return false }
        exchange.bytesWithoutKey += count
        return true
    }

    /// Checks if a key came as a part of the body.
    private func recognize(_ exchange: Exchange) {
        guard exchange.bytesWithoutKey > 0, let key = exchange.body?.key else { return }
        let found = credentials.withLock { $0.rights(authorization: nil, accessKey: key) }
        guard let found, !authentication(found, exchange.route).isRefusal else { return }
        exchange.rights = found
        forgetStranger(exchange)
    }

    private func forgetStranger(_ exchange: Exchange) {
        sendersWithoutKey.remove(exchange.bytesWithoutKey, from: exchange.sender)
        exchange.bytesWithoutKey = 0
    }

    func dropBody(of exchange: Exchange) {
        exchange.body = nil
        forgetStranger(exchange)
        held.subtract(exchange.held, ordering: .relaxed)
        bodies.remove(exchange.held, from: exchange.sender)
        exchange.held = 0
    }
}
