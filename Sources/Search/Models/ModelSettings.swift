internal import Imaging

/// The settings with which a model of yours is run.
public struct ModelSettings: Hashable, Sendable {
    /// A process of its own for each tower: it takes crashes and the memory of a model out of yours.
    public struct Worker: Hashable, Sendable {
        /// The program that is started.
        public var program: String
        /// Its arguments before those of the model; for the command `magpie`, `["model-worker"]`.
        public var arguments: [String]
        /// The seconds without a picture after which the process of the picture tower ends; nil for none. Default 300.
        public var idle: Double?
        /// The most processes of the picture tower, 1…64, each with threads of its own; another one starts only where all
        /// are busy. Nil, the default, for as many as the cores that this process may use have such threads for.
        public var processes: Int?
        /// The most bytes of memory that a process may map; nil for as many as the system gives. Default 16 GiB of addresses.
        public var memory: Int?
        /// The seconds that a run on pictures may take, and the opening of a model with the first run, each. Default 120.
        public var timeout: Double
        /// The seconds that a run on a text may take, for which somebody waits. Default 10.
        public var textTimeout: Double

        /// Creates the settings of worker processes.
        public init(
            program: String, arguments: [String], idle: Double? = 300, memory: Int? = 16 << 30, timeout: Double = 120,
            textTimeout: Double = 10, processes: Int? = nil
        ) {
            self.program = program
            self.arguments = arguments
            self.idle = idle
            self.memory = memory
            self.timeout = timeout
            self.textTimeout = textTimeout
            self.processes = processes
        }
    }

    /// The library of ONNX Runtime, or its folder; nil, the default, is that of the system.
    public var runtime: String?
    /// The numbers of the graphs as their file names tell, such as `int8`; nil, the default, for 32-bit floats if they are
    /// there, else 8-bit integers, else 16-bit floats.
    package var numbers: ModelPrecision?
    /// The threads of a run, 1…256; nil, the default, is the cores that this process may use, up to 4.
    public var threads: Int?
    /// The process of the towers; nil, the default, is this one.
    public var worker: Worker?

    /// Creates settings.
    public init(runtime: String? = nil, threads: Int? = nil, worker: Worker? = nil) {
        self.runtime = runtime
        self.threads = threads
        self.worker = worker
    }

    /// The threads of a run.
    ///
    /// Measured with EfficientNet-Lite2 on two cores: 21 ms a picture with one thread, 13.5 with two, 12 with two runs of
    /// one thread or of two at once, 12.6 and 14.6 in batches of two and four.
    package var usedThreads: Int { threads ?? min(Batch.usableCores, 4) }

    /// The most processes of the picture tower.
    package var usedProcesses: Int { min(max(worker?.processes ?? Batch.usableCores / usedThreads, 1), 64) }
}
