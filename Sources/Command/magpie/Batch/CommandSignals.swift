import Essentials
import Imaging
import SQLite

/// Ends a command that does not watch for SIGINT and SIGTERM itself, when one of them comes, as the system would; but
/// first its files are closed, so that none is left with a log beside it.
final class CommandSignals {
    private let watch: SignalWatch

    init() {
        watch = SignalWatch(yields: true) { number in
            Database.closeAll()
            _exit(128 + number)
        }
    }
}
