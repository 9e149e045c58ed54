import Essentials

/// The unit that both processes send: a byte of its status, eight of its length, lowest first, and its payload.
enum WorkerFrame {
    enum Status: UInt8 {
        /// A request, an answer, or a greeting.
        case answer = 0
        /// The payload is a message.
        case failure = 1
        /// A greeting, of a process that the system leaves some rights that it wanted to give up.
        case freeGreeting = 2
    }

    static let headerBytes = 9
    /// The longest payload of any frame, 1 GiB.
    static let mostBytes = 1 << 30
    /// The longest message of a failure, 64 KiB.
    static let mostMessageBytes = 64 << 10
    /// The longest greeting, 16 MiB.
    static let mostGreetingBytes = 16 << 20

    static func header(_ status: Status, count: Int) -> [UInt8] { [status.rawValue] + bytes(of: count) }

    /// Nil where the bytes are no header of a frame.
    static func parse(_ header: [UInt8]) -> (status: Status, count: Int)? {
        guard header.count == headerBytes, let status = Status(rawValue: header[0]),
            let count = number(Array(header[1...])), count <= mostBytes
        else { return nil }
        return (status, count)
    }

    static func bytes(of number: Int) -> [UInt8] { Array(littleEndian: number) }

    /// Nil for anything but eight bytes of a number that is in the range of `Int`.
    static func number(_ bytes: [UInt8]) -> Int? {
        bytes.count == 8 ? Int(exactly: bytes.littleEndian(at: 0, as: UInt64.self)) : nil
    }

    /// The payload of the next frame from a blocking socket; nil at its end.
    static func read(from socket: Int32) -> [UInt8]? {
        guard let header = readAll(socket, limit: headerBytes), let (_, count) = parse(header),
            let payload = readAll(socket, limit: count), payload.count == count
        else { return nil }
        return payload
    }

    /// False where nobody listens any more.
    static func write(_ status: Status, _ payload: [UInt8], to socket: Int32) -> Bool {
        writeAll(header(status, count: payload.count), to: socket) && writeAll(payload, to: socket)
    }
}
