internal import CKernels

/// The instruction set that the loops over pixels and vectors use in this process: the fastest of the machine, or the one
/// that the environment variable MAGPIE_ISA names.
package enum InstructionSet {
    private static let all = [CK_AVX512, CK_AVX2, CK_NEON, CK_SCALAR]

    /// The name of the one in use: avx512, avx2, neon or scalar.
    package static var name: String { unsafe String(cString: ck_isa_name(ck_resolve(CK_BEST))) }

    /// The names of those of this machine, fastest first.
    package static var available: [String] {
        all.filter { ck_supports($0) == 1 }.map { unsafe String(cString: ck_isa_name($0)) }
    }

    /// The fault of MAGPIE_ISA and its remedy; nil where it names a set of this machine, or none.
    package static var fault: String? {
        guard let name = unsafe ck_unusable_isa() else { return nil }
        return unsafe "MAGPIE_ISA is '\(String(cString: name))'; this machine has \(available.joined(separator: ", "))"
    }
}
