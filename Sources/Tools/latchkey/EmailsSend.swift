import Arguments
import CLibrary
import Diagnostics
import EmailBuilder
import MIME
import SiteModel

/// `latchkey emails send` sends one email to a real inbox.
enum EmailsSend: Subcommand {
    static let command = Command(documented: "emails send")

    private static let like = "Write it like ada@example.com"

    static func run(_ arguments: ParsedArguments) throws -> Int32 {
        let recipient = try arguments.required("to")
        let to = try arguments.read(recipient, of: "to", like) { Mailbox(address: $0) }
        let advice =
            "Write it like smtp://127.0.0.1:1025 or smtps://user@mail.example.com; a password goes into "
            + "LATCHKEY_SMTP_PASSWORD"
        let url = try arguments.required("smtp")
        // The message must not repeat a password.
        let shown = url.lastIndex(of: "@").map { "…\(url[$0...])" } ?? url
        let server = try arguments.read(shown, of: "smtp", advice) { _ in SMTPServer(url: url) }
        let source = try Emails.Source(arguments, site: arguments.positional(0)) { $1 }
        let date = try EmailsRender.date()
        let entry = try choice(among: source.values.flatMap { $0 }, arguments)
        guard var message = entry.rendered.message(of: entry.app, to: recipient, date: date) else { return 1 }
        message.to = to
        if let sender = arguments["from"] {
            message.from = try arguments.read(sender, of: "from", like) { Mailbox(entry.app.title, address: $0) }
        }
        Terminal.report(DiagnosticReport(source.warnings))
        guard arguments.has("yes") || isConfirmed(message, to: recipient, by: server) else { return 1 }
        return send(message, to: recipient, by: server)
    }

    private static func send(_ message: EmailMessage, to recipient: String, by server: SMTPServer) -> Int32 {
        let password = getenv("LATCHKEY_SMTP_PASSWORD").map { String(cString: $0) }
        if server.user != nil, password == nil {
            Terminal.report(
                "error: \(server.place) requires a password\n  fix: Set LATCHKEY_SMTP_PASSWORD in the environment.\n")
            return 1
        }
        do {
            try SMTPClient(server: server, password: password).send(message, to: recipient)
        } catch {
            Terminal.report("error: the email did not reach \(server.place): \(error)\n")
            return 1
        }
        Terminal.print("Sent '\(message.subject)' to \(recipient).\n")
        return 0
    }

    /// Asks for confirmation on the terminal; without a terminal, reports an error and returns false.
    private static func isConfirmed(_ message: EmailMessage, to recipient: String, by server: SMTPServer) -> Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            Terminal.report("error: there is no terminal to ask on\n  fix: Add '--yes' to send without asking.\n")
            return false
        }
        Terminal.report(
            "Send '\(message.subject)' from \(message.from.address) to \(recipient) by \(server.place)? [y/N] "
        )
        let answer = readLine()?.lowercased() ?? ""
        if answer == "y" || answer == "yes" { return true }
        Terminal.report("Nothing was sent.\n")
        return false
    }

    private static func choice(
        among emails: [SiteEmails.Entry], _ arguments: ParsedArguments
    ) throws(CommandLineFailure) -> SiteEmails.Entry {
        var apps: [String] = []
        for entry in emails where apps.last != entry.app.name { apps.append(entry.app.name) }
        let app = try one(of: apps, named: arguments["app"], \.self, option: "app", arguments)
        let entries = emails.filter { $0.app.name == app }
        return try one(of: entries, named: arguments["email"], \.email.name, option: "email", arguments)
    }

    private static func one<Item>(
        of items: [Item], named name: String?, _ nameOf: (Item) -> String, option: String, _ arguments: ParsedArguments
    ) throws(CommandLineFailure) -> Item {
        let names = items.map(nameOf)
        guard let name else {
            if let only = items.first, items.count == 1 { return only }
            throw arguments.failure("Say which: '--\(option) <name>' is one of \(names.joined(separator: ", "))")
        }
        let near = Suggestion.question(for: name, in: names) ?? "Choose one of: \(names.joined(separator: ", "))"
        return try arguments.read(name, of: option, near) { name in items.first { nameOf($0) == name } }
    }
}
