import Foundation

/// A program with its arguments.
public struct Command: Sendable {
    /// Path of the program.
    public var executable: String
    public var arguments: [String]
    /// Path of the file that becomes its standard input; nothing by default.
    public var input: String

    public init(_ executable: String, _ arguments: [String], input: String = "/dev/null") {
        self.executable = executable
        self.arguments = arguments
        self.input = input
    }

    /// The path of a program that is found along `PATH`, or nil.
    public static func find(_ name: String) -> String? {
        if name.contains("/") { return isExecutable(name) ? name : nil }
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(name)" }.first(where: isExecutable)
    }

    private static func isExecutable(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: path)
    }
}

/// The cost of one run of a program.
public struct Cost: Hashable, Sendable, Codable {
    /// Seconds from start to end.
    public var wall: Double
    /// User and system time of the program and of the children it waited for, in seconds.
    public var cpu: Double
    /// Highest resident memory in bytes, of the program and its children at the same time.
    public var peakResident: Int

    public init(wall: Double, cpu: Double, peakResident: Int) {
        self.wall = wall
        self.cpu = cpu
        self.peakResident = peakResident
    }

    /// Two runs one after the other.
    public static func + (first: Cost, second: Cost) -> Cost {
        Cost(
            wall: first.wall + second.wall, cpu: first.cpu + second.cpu,
            peakResident: max(first.peakResident, second.peakResident))
    }
}

/// A program that could not be started or did not succeed.
public struct CommandFailure: Error, CustomStringConvertible {
    public let program: String
    /// The exit code, or nil when a signal ended it or it never began.
    public let code: Int32?
    /// The end of what it said, or why it could not be started.
    public let message: String

    public var description: String {
        let how = code.map { "exit code \($0)" } ?? "failed"
        return "\(program): \(how)" + (message.isEmpty ? "" : ": \(message)")
    }
}
