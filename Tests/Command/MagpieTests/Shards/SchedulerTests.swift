import Foundation
import TestSupport
import Testing

@testable import magpie

/// The sample programs for clusters, run by the schedulers that they are for. See `Tests/Runners/README.md`.
@Suite("Schedulers", .serialized, .timeLimit(.minutes(15)))
struct SchedulerTests {
    private static let runners = SharedData.package.appending(path: "Tests/Runners").path
    private static let samples = SharedData.package.appending(path: "samples").path
    private static func isThere(_ program: String) -> Bool {
        (try? run("/usr/bin/env", ["sh", "-c", "command -v \(program)"]).code) == 0
    }

    static let kubernetesPython = PythonPackages.python("kubernetes")
    static let sparkPython = isThere("java") ? PythonPackages.python("spark", where: "MAGPIE_TESTS_SPARK") : nil
    static let hasSlurm =
        ProcessInfo.processInfo.environment["MAGPIE_TESTS_SLURM"] == "1" && Workplace.isRoot
        && isThere("slurmctld") && isThere("slurmd") && isThere("munged") && isThere("sbatch")

    private let place: Workplace
    private let count = 120

    init() throws {
        place = try Workplace()
        let bytes = try (0..<3).map { try picture(800, 600, seed: $0) }
        for number in 0..<count { try place.write(bytes[number % 3], to: "in/\(number).jpg") }
        let names = (0..<count).map { (place / "in/\($0).jpg").text + "\n" }
        try place.write(Array(names.joined().utf8), to: "images.txt")
        try place.folder("bin")
        try place.link("bin/magpie", to: magpieBinary)
    }

    private var path: String {
        (place / "bin").text + ":" + ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"]
    }

    /// Kills one process in whose words all of these are; false without one.
    private func kill(withWords words: String...) -> Bool {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
        for process in processes where process != getpid() {
            let line = (try? contents(of: Path("/proc/\(process)/cmdline"))) ?? []
            let text = String(decoding: line, as: UTF8.self).replacing("\0", with: " ")
            guard words.allSatisfy(text.contains), !text.hasPrefix("/bin/bash"), !text.hasPrefix("timeout") else {
                continue
            }
            return Foundation.kill(process, SIGKILL) == 0
        }
        return false
    }

    @Test(
        "Spark on two workers prepares each image once, though a magpie and a worker are killed",
        .enabled(
            if: SchedulerTests.sparkPython != nil, "skipped: MAGPIE_TESTS_SPARK=1 and Java run Spark on this machine"))
    func spark() throws {
        try place.magpie("prep", "--list", "images.txt", "-o", "whole", "--quiet")
        let mark = "-Dmagpie.test=\(UUID().uuidString)"
        let home = try run(
            try #require(Self.sparkPython), ["-c", "import pyspark, os; print(os.path.dirname(pyspark.__file__))"]
        ).lines[0]
        let settings = [
            "spark.ui.enabled=false", "spark.driver.bindAddress=127.0.0.1", "spark.driver.host=127.0.0.1",
            "spark.executor.extraJavaOptions=\(mark)", "spark.local.dir=\((place / "spark").text)",
        ]
        let words =
            ["-s", "KILL", "400", home + "/bin/spark-submit", "--master", "local-cluster[2,1,1024]"]
            + settings.flatMap { ["--conf", $0] }
            + [
                Self.samples + "/spark/prepare.py", "file://" + (place / "images.txt").text, (place / "out").text,
                "file://" + (place / "results").text, "12",
            ]
        let running = try Running(
            "/usr/bin/timeout", words, in: place.path,
            environment: [
                "SPARK_HOME": home, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": try #require(Self.sparkPython),
                "MAGPIE": (place / "bin/magpie").text,
            ])
        var (magpies, executors) = (0, 0)
        running.wait {
            let done = place.names(in: "out").count
            if done >= 5, magpies == 0, kill(withWords: "magpie prep -", (place / "out").text) { magpies += 1 }
            if done >= 30, executors == 0, kill(withWords: mark, "CoarseGrainedExecutorBackend") { executors += 1 }
            return false
        }
        let ended = try running.wait()
        #expect(ended.code == 0, "\(ended.errors.suffix(4000))")
        #expect(magpies == 1 && executors == 1)
        #expect(place.files(in: "out") == place.files(in: "whole"))
        let parts = place.files(in: "results").filter { $0.key.text.hasPrefix("part-") }.values
        let paths = parts.joined().split(separator: UInt8(ascii: "\n")).map { line in
            (try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])?["path"] as? String ?? "?"
        }
        #expect(paths.count == count && Set(paths).count == count)
        #expect(place.names(in: "results").contains("_SUCCESS"))
    }

    @Test(
        "a job array of Slurm makes the store that one run makes, though a task is killed",
        .enabled(
            if: SchedulerTests.hasSlurm,
            "skipped: MAGPIE_TESTS_SLURM=1, root and Slurm's programs run it on this machine"))
    func slurm() throws {
        try place.magpie("index", "--list", "images.txt", "--store", "one.magpie", "--quiet")
        // Until no job is left but those that are named.
        let drive = """
            set -eu
            wait_for() {
              for _ in $(seq 400); do
                [ "$(timeout -s KILL 5 squeue -h -o %i || echo busy)" = "$1" ] && return
                sleep 0.2
              done
              exit 9
            }
            '\(Self.samples)/slurm/index.sh' images.txt 4 shop.magpie --quiet > jobs
            read -r job merge < jobs
            # The first task dies on the way, and the merge waits.
            until [ -e shop.magpie.parts/0.magpie ]; do sleep 0.05; done
            timeout -s KILL 5 scancel --full --signal=KILL "${job}_0"
            wait_for "$merge"
            magpie store merge shop.magpie.parts/*.magpie -o shop.magpie && exit 8
            timeout -s KILL 20 scancel "$merge"
            timeout -s KILL 20 sbatch --array=0 shop.magpie.parts/task.sh
            wait_for ""
            magpie store merge shop.magpie.parts/*.magpie -o shop.magpie --json
            """
        let ended = try Running(
            "/usr/bin/timeout", ["-s", "KILL", "240", Self.runners + "/with-slurm.sh", "bash", "-c", drive],
            in: place.path, environment: ["PATH": path]
        ).wait()
        #expect(ended.code == 0, "\(ended.text) \(ended.errors)")
        // Unfinished, or killed before it began.
        let refusal = /magpie: (part 0\/4 in shop.magpie.parts\/0.magpie is not complete|.*0.magpie .* before it began)/
        #expect(ended.errors.contains(refusal), "\(ended.errors)")
        #expect(try place.ids(of: "shop.magpie").count == count)
        let exports = try ["one.magpie", "shop.magpie"].map { try place.magpie("store", "export", $0).output }
        #expect(exports[0] == exports[1])
    }

    @Test(
        "the manifests of Kubernetes fit the schema, their jobs make the store that one run makes, and their server starts",
        .enabled(
            if: SchedulerTests.kubernetesPython != nil,
            "skipped: MAGPIE_TESTS_INSTALL=1 lets the tests install the Python package kubernetes-validate"))
    func kubernetes() throws {
        try place.magpie("index", "--list", "images.txt", "--store", "one.magpie", "--quiet")
        try place.folder("parts")
        let jobs = ["index", "merge", "serve"].map { Self.samples + "/kubernetes/\($0).yaml" }
        let ended = try Running(
            "/usr/bin/timeout",
            [
                "-s", "KILL", "300", try #require(Self.kubernetesPython), Self.runners + "/kubernetes_jobs.py",
                place.path.text,
            ] + jobs,
            in: place.path, environment: ["PATH": path]
        ).wait()
        #expect(ended.code == 0, "\(ended.errors)")
        let exports = try ["one.magpie", "shop.magpie"].map { try place.magpie("store", "export", $0).output }
        #expect(exports[0] == exports[1])
    }
}
