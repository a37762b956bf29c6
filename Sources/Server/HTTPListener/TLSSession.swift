internal import CGnuTLS

/// The TLS session of one connection, used only by the thread of its loop.
final class TLSSession {
    private let session: gnutls_session_t
    /// Retained as long as the session uses them, even after a reload.
    private let credentials: TLSCredentials
    /// The maximum length of a record's content, in bytes (RFC 8446, section 5.1).
    static let longestRecord = 16_384
    /// Whether GnuTLS holds data that it could not send yet; the next call must then continue that send.
    private var isSending = false

    init?(_ credentials: TLSCredentials, descriptor: Int32) {
        var session: gnutls_session_t?
        guard tls_server_session(&session) == GNUTLS_E_SUCCESS, let session else { return nil }
        self.session = session
        self.credentials = credentials
        guard credentials.prepare(session), tls_speak_http(session) == GNUTLS_E_SUCCESS else { return nil }
        gnutls_handshake_set_timeout(session, 0)
        gnutls_transport_set_int2(session, descriptor, descriptor)
    }

    deinit { gnutls_deinit(session) }

    enum Handshake {
        case done
        case waits(writes: Bool)
        case failed
    }

    func handshake() -> Handshake {
        while true {
            let result = gnutls_handshake(session)
            if result == GNUTLS_E_SUCCESS { return .done }
            if result == GNUTLS_E_AGAIN { return .waits(writes: gnutls_record_get_direction(session) == 1) }
            if result == GNUTLS_E_INTERRUPTED { continue }
            if gnutls_error_is_fatal(result) == 0 { continue }
            // Sends an alert with the reason, if there is a suitable one (RFC 8446, section 6.2).
            gnutls_alert_send_appropriate(session, result)
            return .failed
        }
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Connection.Transfer {
        while true {
            let count = gnutls_record_recv(session, buffer.baseAddress, buffer.count)
            if count > 0 { return .bytes(count) }
            switch Int32(count) {
            case GNUTLS_E_AGAIN: return .wouldBlock
            case GNUTLS_E_INTERRUPTED: continue
            // TLS 1.2 renegotiation is refused with an alert (RFC 5246, section 7.2.2), since its cost could be abused
            // for denial of service.
            case GNUTLS_E_REHANDSHAKE:
                gnutls_alert_send(session, GNUTLS_AL_WARNING, GNUTLS_A_NO_RENEGOTIATION)
                return .ended
            default: return .ended
            }
        }
    }

    func send(_ buffer: UnsafeRawBufferPointer) -> Connection.Transfer {
        while true {
            let count =
                isSending
                ? gnutls_record_send(session, nil, 0)
                : gnutls_record_send(session, buffer.baseAddress, min(buffer.count, Self.longestRecord))
            isSending = false
            if count >= 0 { return .bytes(count) }
            switch Int32(count) {
            case GNUTLS_E_AGAIN:
                isSending = true
                return .wouldBlock
            case GNUTLS_E_INTERRUPTED: isSending = true
            default: return .ended
            }
        }
    }

    func sendCloseNotify() {
        gnutls_bye(session, GNUTLS_SHUT_WR)
    }
}
