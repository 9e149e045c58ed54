internal import Foundation

/// Packages of PyPI that Magpie is compared with; `.ci/python-packages` installs them.
public enum PythonPackages {
    /// The Python of a list, such as `measures`; nil where the tests may not install packages or these are not to be had.
    ///
    /// - Parameter variable: The variable that lets the tests install them with the value 1.
    public static func python(_ list: String, where variable: String = "MAGPIE_TESTS_INSTALL") -> String? {
        guard ProcessInfo.processInfo.environment[variable] == "1" else { return nil }
        let package = SharedData.package.path
        let process = Process()
        process.executableURL = URL(filePath: "\(package)/.ci/python-packages")
        process.arguments = [list]
        process.standardOutput = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? "\(package)/.build/\(list)/bin/python" : nil
    }
}
