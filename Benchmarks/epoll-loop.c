/* The least that a server can do: waits with epoll, and writes the same bytes for each head that has come to its end.
 *
 *   epoll-loop FILE [close]     serves FILE's bytes, a whole answer, on a free port of loopback, which it prints
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

int main(int count, char **words) {
    static char answer[1 << 20], buffer[1 << 16];
    FILE *file = count > 1 ? fopen(words[1], "rb") : NULL;
    if (!file) return 1;
    size_t length = fread(answer, 1, sizeof answer, file);
    int closes = count > 2;
    int listening = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    setsockopt(listening, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (bind(listening, (struct sockaddr *)&address, size) || listen(listening, 4096)) return 1;
    getsockname(listening, (struct sockaddr *)&address, &size);
    printf("http://127.0.0.1:%d\n", ntohs(address.sin_port));
    fflush(stdout);
    int poller = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN, .data = {.fd = listening}}, ready[256];
    epoll_ctl(poller, EPOLL_CTL_ADD, listening, &event);
    for (;;) {
        int found = epoll_wait(poller, ready, 256, -1);
        for (int index = 0; index < found; index++) {
            int client = ready[index].data.fd;
            if (client == listening) {
                while ((client = accept4(listening, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                    event.data.fd = client;
                    epoll_ctl(poller, EPOLL_CTL_ADD, client, &event);
                }
                continue;
            }
            /* wrk sends one request at a time, which comes in one piece. */
            ssize_t came = recv(client, buffer, sizeof buffer, 0);
            if (came <= 0) {
                close(client);
            } else if (memmem(buffer, came, "\r\n\r\n", 4)) {
                if (write(client, answer, length) != (ssize_t)length || closes) close(client);
            }
        }
    }
}
