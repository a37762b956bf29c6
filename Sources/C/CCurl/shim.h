// What of libcurl does not reach Swift: functions with a variable number of arguments.
#pragma once
#include <curl/curl.h>
#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif
#include <string.h>
#include <strings.h>

static inline CURLcode curl_set_text(CURL *handle, CURLoption option, const char *text) {
    return curl_easy_setopt(handle, option, text);
}

static inline CURLcode curl_set_number(CURL *handle, CURLoption option, long number) {
    return curl_easy_setopt(handle, option, number);
}

static inline CURLcode curl_set_list(CURL *handle, CURLoption option, struct curl_slist *list) {
    return curl_easy_setopt(handle, option, list);
}

static inline CURLcode curl_set_source(
    CURL *handle, size_t (*read)(char *, size_t, size_t, void *), void *context
) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_READFUNCTION, read);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_READDATA, context);
}

static inline long curl_get_number(CURL *handle, CURLINFO info) {
    long number = 0;
    return curl_easy_getinfo(handle, info, &number) == CURLE_OK ? number : 0;
}

static inline CURLcode curl_set_sink(
    CURL *handle, size_t (*write)(char *, size_t, size_t, void *), void *context
) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, write);
    return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

// The first line of the peer's own certificate that begins with a name and a colon; NULL where there is none, and on a
// connection that was open already.
static inline const char *curl_get_certificate_line(CURL *handle, const char *name) {
    struct curl_certinfo *chain = NULL;
    size_t length = strlen(name);
    if (curl_easy_getinfo(handle, CURLINFO_CERTINFO, &chain) != CURLE_OK || !chain || chain->num_of_certs < 1) return NULL;
    for (struct curl_slist *line = chain->certinfo[0]; line; line = line->next) {
        // OpenSSL's lines have "Start date", GnuTLS' "Start Date".
        if (strncasecmp(line->data, name, length) == 0 && line->data[length] == ':') return line->data + length + 1;
    }
    return NULL;
}

// A host's name in ASCII, as DNS has it (RFC 5891), to be freed with curl_free; NULL where it has none, or where libcurl
// was built without such names.
static inline char *curl_ascii_host(const char *name) {
#ifdef CURLU_PUNYCODE
    // libcurl takes the name in the encoding of the locale.
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!utf8) utf8 = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0);
    locale_t before = utf8 ? uselocale(utf8) : (locale_t)0;
    char *ascii = NULL;
    CURLU *url = curl_url();
    if (url && curl_url_set(url, CURLUPART_SCHEME, "https", 0) == CURLUE_OK
        && curl_url_set(url, CURLUPART_HOST, name, 0) == CURLUE_OK) {
        curl_url_get(url, CURLUPART_HOST, &ascii, CURLU_PUNYCODE);
    }
    curl_url_cleanup(url);
    if (utf8) {
        uselocale(before);
        freelocale(utf8);
    }
    return ascii;
#else
    return NULL;
#endif
}
