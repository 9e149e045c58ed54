import Essentials
import HTTPTransport

// The keys and the certificate of a server, with their ages.
extension Checkup {
    private static let oldDays = 365
    /// Before the end of a certificate.
    private static let lastDays = 21

    var keys: [Finding] {
        guard let file = serve.keyFile else { return [] }
        guard let access = access(to: file, of: "keys", holding: "the keys") else { return [] }
        if access.state != .ok { return [access] }
        do throws(Credentials.Failure) {
            if try Credentials(lines: (try? String(contentsOfFile: file.text, encoding: .utf8)) ?? "").isEmpty {
                return [.fault("keys", "\(file) has no key: the server does not start", "write a line for each key")]
            }
        } catch {
            return [
                .fault("keys", "\(file): \(error.description)", "correct this line; the server does not start with it")
            ]
        }
        let changed = (try? FileStatus.of(file))?.modified ?? 0
        let days = Date(timeIntervalSince1970: Double(changed) / 1e9).days(to: now)
        let seen = "\(file) was changed \(days < 1 ? "today" : "\(Numbers.plural(days, "day")) ago")"
        if days <= Self.oldDays { return [.ok("keys", seen)] }
        return [
            .warning(
                "keys", seen,
                "replace the secret keys: write new ones beside the old, restart, change the callers, and "
                    + "remove the old")
        ]
    }

    var certificates: [Finding] {
        var findings: [Finding] = []
        if let key = serve.privateKey, let access = access(to: key, of: "key of TLS", holding: "the private key") {
            findings.append(access)
        }
        guard let file = serve.certificate else { return findings }
        guard let text = try? String(contentsOfFile: file.text, encoding: .utf8) else {
            return findings + [.fault("certificate", "\(file) cannot be read", "let the user of the server read it")]
        }
        guard let validity = CertificateValidity(chain: text) else {
            return findings + [.fault("certificate", "\(file) has no certificate in PEM", "name a chain as PEM")]
        }
        return findings + [validity.finding(of: file, at: now, lastDays: Self.lastDays)]
    }

    /// The rights to a file of secrets; nil for a file that this user may not look at.
    private func access(to file: Path, of check: String, holding secrets: String) -> Finding? {
        guard let status = try? FileStatus.of(file) else {
            return .fault(check, "there is no file \(file)", "make it; the server does not start without it")
        }
        if status.permissions & 0o002 != 0 {
            return .fault(
                check, "every user of this machine can change \(secrets) in \(file)", "chmod 600 \(file.text.shellWord)"
            )
        }
        if status.permissions & 0o004 != 0 {
            return .warning(
                check, "every user of this machine can read \(secrets) in \(file)", "chmod 600 \(file.text.shellWord)")
        }
        guard (try? OpenFile(file)) != nil else {
            return .warning(check, "this user cannot read \(file)", "run the doctor as root, or as the server's user")
        }
        return .ok(check, "only its owner\(status.permissions & 0o040 != 0 ? " and group" : "") can read \(file)")
    }
}

extension CertificateValidity {
    func finding(of file: Path, at now: Date, lastDays: Int) -> Finding {
        if end < now {
            return .fault("certificate", "\(file) ended on \(end.day)", "renew it, and 'systemctl reload magpie'")
        }
        if begin > now {
            return .fault(
                "certificate", "\(file) begins on \(begin.day) only",
                "wait, take the former one, or set the clock right")
        }
        let seen = "\(file) ends on \(end.day), in \(Numbers.plural(now.days(to: end), "day"))"
        if now.days(to: end) >= lastDays { return .ok("certificate", seen) }
        return .warning("certificate", seen, "renew it, and 'systemctl reload magpie'")
    }
}
