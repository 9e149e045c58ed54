import Testing

/// Steps in which the simulator has found an error of the package, as it printed them.
struct FoundFault: CustomTestStringConvertible, Sendable {
    /// The error.
    let testDescription: String
    let seed: Int
    let steps: String

    static let all = [
        FoundFault(
            testDescription:
                "a log was taken for that of another file, since the power failed between two states of a file",
            seed: 78,
            steps: """
                put 880935198021331245; merge 16572917075849279085 second EIO@2:reads*1;
                compact 18283720891034011753 second crash@117
                """),
        FoundFault(
            testDescription:
                "a log was taken for that of another file, since pages of two states made trees that seemed whole",
            seed: 600_621,
            steps: """
                change 10084111625559976613; put 17499438396772551770 second reading;
                put 10695174349706695269 closed; compact 9768119244144615149 second crash@140
                """),
        FoundFault(
            testDescription: "a copy was acknowledged without its items, because its log could not be taken in",
            seed: 4,
            steps: """
                put 857807157873293344; rules 1829315012906359630; copy 3356589201487737015 lost@15:syncs*3
                """),
        FoundFault(
            testDescription:
                "a backup in the place of a store was gone after a crash, for its name was not on the disk",
            seed: 2,
            steps: """
                put 15697857786746881440; backup 6761541032923031891; putBack 14124011671823897883;
                put 9881919945538725310 crash@4
                """),
        FoundFault(
            testDescription: "a disk that cannot read was told as a damaged file", seed: 2,
            steps: "put 10987583248141275951 EIO@7:reads*1"),
        FoundFault(
            testDescription: "a picture in a folder that servers share was noise after a failure of the power",
            seed: 5009, steps: "upload 3699858163436480118; remove 18066686513492343884 crash@58"),
    ]
}
