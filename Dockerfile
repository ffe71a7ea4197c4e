# Snapveil in a container: the program, and the few libraries it loads, on a base without a shell.
FROM swift:6.3-bookworm AS build
RUN apt-get -q update \
    && DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends \
        libpng-dev libjpeg-dev libdeflate-dev liblcms2-dev libpcre2-dev libexpat1-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# The dependencies change less often than the sources: a layer of their own.
COPY Package.swift ./
RUN swift package resolve
COPY Sources Sources
# Nothing of Tests is built, but the package manager refuses a manifest whose test targets have no folders.
COPY Tests Tests
RUN swift build -c release --static-swift-stdlib --product snapveil \
    && strip -o /snapveil .build/release/snapveil
# The libraries that the program loads, from wherever this architecture has them.
RUN mkdir /libraries && ldd /snapveil | awk '/lib(png|jpeg|deflate|lcms2|pcre2-8|expat|z)/ { print $3 }' | xargs cp -Lt /libraries

# Holds libc, libgcc and libstdc++, time zones and certificates.
FROM gcr.io/distroless/cc-debian12:nonroot
LABEL org.opencontainers.image.title="Snapveil" \
      org.opencontainers.image.description="Makes screenshots safe to keep: blurred, pixelated, blacked out or covered" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY LICENSE /usr/share/doc/snapveil/copyright
COPY --from=build /libraries/ /usr/lib/
COPY --from=build /snapveil /usr/bin/snapveil
# The loopback default of the program cannot be reached from outside a container.
ENV SNAPVEIL_HOST=0.0.0.0 SNAPVEIL_PORT=8080
EXPOSE 8080
# The user nonroot as numbers, which Kubernetes' runAsNonRoot can check.
USER 65532:65532
STOPSIGNAL SIGTERM
# No HEALTHCHECK: there is no shell and no client here to ask with. Whoever runs it asks /healthz and /readyz over HTTP.
ENTRYPOINT ["/usr/bin/snapveil"]
CMD ["serve"]
