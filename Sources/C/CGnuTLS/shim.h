// What of GnuTLS does not reach Swift: flags that are macros.
#pragma once
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

/// A server's session on a connection that does not block and raises no signal.
static inline int tls_server_session(gnutls_session_t *session) {
    return gnutls_init(session, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL);
}

/// HTTP/1.1 is all that is spoken: a client that names other protocols alone is told so (RFC 7301, section 3.2).
static inline int tls_speak_http(gnutls_session_t session) {
    static const unsigned char name[] = "http/1.1";
    const gnutls_datum_t protocol = {(unsigned char *) name, sizeof name - 1};
    return gnutls_alpn_set_protocols(session, &protocol, 1, GNUTLS_ALPN_MANDATORY);
}

/// Clears and frees what GnuTLS has allocated; its own function is behind a variable.
static inline void tls_free(gnutls_datum_t *datum) {
    if (datum->data != NULL) gnutls_memset(datum->data, 0, datum->size);
    gnutls_free(datum->data);
    datum->size = 0;
}

/// Frees a list that GnuTLS has allocated, without what it holds.
static inline void tls_free_list(void *list) { gnutls_free(list); }
