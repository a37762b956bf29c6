// What of libcurl does not reach Swift: functions with a variable number of arguments.
#pragma once
#include <curl/curl.h>

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
