internal import Release

/// Exporter for a container image: `latchkey-server` with the release on an empty base image.
///
/// Instructions: https://docs.docker.com/reference/dockerfile/; the Compose file:
/// https://docs.docker.com/reference/compose-file/. The first stage determines the shared libraries of
/// `latchkey-server` with `ldd`; the second copies them.
struct Container {
    let source: ExportSource

    func export() throws(HostExportError) -> HostExport {
        let release = WebFiles.all(of: source.release).map { file in
            // The server expects the layout that 'latchkey build' writes: `<app>/web/<name>`.
            let parts = file.path.split(separator: "/", maxSplits: 2)
            return HostExport.File(path: "release/\(parts[1])/web/\(parts[2])", bytes: file.bytes)
        }
        return HostExport(
            files: release + [
                HostExport.File(path: "release/release.json", bytes: source.release.manifest.serialized),
                HostExport.File(path: "Containerfile", text: Self.containerfile),
                HostExport.File(path: "compose.yaml", text: Self.compose),
                HostExport.File(path: ".dockerignore", text: "*\n!release\n!latchkey-server\n"),
            ],
            announcements: [],
            commands: [
                "cp \"$(command -v latchkey-server)\" <output>/",
                "docker build --file <output>/Containerfile --tag latchkey <output>",
                "docker compose --file <output>/compose.yaml up --detach",
            ])
    }

    private static let containerfile = """
        # Made by 'latchkey export --to container'; the next export replaces it.
        # 'latchkey-server' is the installed program, which 'make build install' compiles for Debian 12.
        FROM debian:bookworm-slim AS libraries
        RUN apt-get update \\
            && apt-get install --yes --no-install-recommends libgnutls30 libnettle8 \\
            && rm -rf /var/lib/apt/lists/*
        COPY latchkey-server /latchkey-server
        # Copy every shared library to the same path; a missing one fails the build.
        RUN ! ldd /latchkey-server | grep 'not found' \\
            && mkdir /root-of-image \\
            && ldd /latchkey-server | grep -o '/[^ ]*' | sort -u | xargs -I{} cp --parents --dereference {} /root-of-image

        FROM scratch
        COPY --from=libraries /root-of-image/ /
        COPY latchkey-server /latchkey-server
        COPY release/ /release/
        USER 65532:65532
        EXPOSE 8080
        ENTRYPOINT ["/latchkey-server", "/release", "--listen", "0.0.0.0:8080"]

        """

    private static let compose = """
        # Made by 'latchkey export --to container'; the next export replaces it.
        # Run it behind a reverse proxy that terminates TLS and preserves the Host field.
        services:
          latchkey:
            image: latchkey
            build:
              context: .
              dockerfile: Containerfile
            ports: ["127.0.0.1:8080:8080"]
            # Trust X-Forwarded-For from the gateways of Docker's networks, from which the reverse proxy connects.
            # As many connections as fit into the memory limit below, each with a head of the maximum length.
            command: [--trusted-proxy, 172.16.0.0/12, --trusted-proxy, 192.168.0.0/16, --connections, "1024"]
            read_only: true
            cap_drop: [ALL]
            security_opt: ["no-new-privileges:true"]
            mem_limit: 64m
            restart: unless-stopped

        """
}
