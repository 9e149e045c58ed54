import Foundation

extension Command {
    /// Runs the program to its end and says what it cost, and what it printed on standard output.
    ///
    /// Times come from `wait4`, so they cover the whole process from its first to its last instruction. Throws when
    /// the program cannot be started, is ended by a signal, or gives an exit code other than those in `accepting`.
    public func run(accepting codes: Set<Int32> = [0]) throws(CommandFailure) -> (cost: Cost, output: String) {
        let output = try TemporaryFile(for: self)
        let errors = try TemporaryFile(for: self)
        let start = Clock.wall()
        let process = try spawn(output: output.descriptor, errors: errors.descriptor)
        let watch = ResidentWatch(process)
        var status: Int32 = 0
        var usage = rusage()
        // Safe: the call writes into two local variables and keeps nothing.
        while unsafe wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        let wall = Clock.wall() - start
        let peak = watch.stop()

        let code = status & 0x7f == 0 ? status >> 8 & 0xff : nil
        guard let code, codes.contains(code) else {
            throw failure(errors.text().suffix(600).trimmingCharacters(in: .whitespacesAndNewlines), code: code)
        }
        let cost = Cost(wall: wall, cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime), peakResident: peak)
        return (cost, output.text())
    }

    private func spawn(output: Int32, errors: Int32) throws(CommandFailure) -> pid_t {
        // Safe: the actions and the argument vector live until posix_spawn returns, which keeps none of them; strdup's
        // copies are freed once.
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
        var vector = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
        defer { while let argument = unsafe vector.popLast() { unsafe free(argument) } }
        var process: pid_t = 0
        let result = unsafe posix_spawn(&process, executable, &actions, nil, &vector, environ)
        guard result == 0 else { throw failure(unsafe String(cString: strerror(result))) }
        return process
    }

    fileprivate func failure(_ message: String, code: Int32? = nil) -> CommandFailure {
        CommandFailure(program: URL(filePath: executable).lastPathComponent, code: code, message: message)
    }

    private func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
}

/// A file without a name for what a program prints: unlike a pipe it never fills up and needs no reader.
private final class TemporaryFile {
    let descriptor: Int32

    init(for command: Command) throws(CommandFailure) {
        let template = FileManager.default.temporaryDirectory.appending(path: "benchmarks-XXXXXX").path
        var path = Array(template.utf8CString)
        // Safe: mkstemp rewrites the copy of the template in place, within its length.
        descriptor = unsafe mkstemp(&path)
        guard descriptor >= 0 else { throw command.failure("no room for its output") }
        unsafe unlink(path)
    }

    deinit { close(descriptor) }

    func text() -> String {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        try? handle.seek(toOffset: 0)
        return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
    }
}
