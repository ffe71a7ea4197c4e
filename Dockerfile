# Snapveil in a container: the program, the few libraries it loads, and its models, on a base without a shell. The target `recordings`
# also has FFmpeg, for recordings.
FROM swift:6.3-bookworm AS build
# Debian keeps no version but the newest: a build that names one fails soon.
# hadolint ignore=DL3008
RUN apt-get -q update \
    && DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends \
        libpng-dev libjpeg-dev libwebp-dev libde265-dev libdeflate-dev libisal-dev libzip-dev libzstd-dev liblcms2-dev libpcre2-dev libexpat1-dev libpango1.0-dev \
        libseccomp-dev libzxing-dev nettle-dev pkg-config python3 python3-venv fonts-inter fonts-noto-core fonts-noto-color-emoji fonts-wqy-microhei \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# The dependencies change less often than the sources: a layer of their own.
COPY Package.swift ./
RUN swift package resolve
COPY Sources Sources
# Nothing of Tests is built, but the package manager refuses a manifest whose test targets have no folders.
COPY Tests Tests
# Where it is built leaves no trace in the program. The map says what was linked. The libraries are looked for beside the program,
# those of libraries too, which takes the older kind of entry.
COPY Deploy/build /deploy/
COPY Deploy/lib/locale-data.pl /deploy/lib/
RUN /deploy/build \
        -Xswiftc -file-prefix-map -Xswiftc /src=. -Xcc -ffile-prefix-map=/src=. -Xlinker -Map=/snapveil.map \
        -Xlinker --disable-new-dtags -Xlinker "-rpath=\$ORIGIN/../lib/snapveil"
COPY Deploy/lib/collect.sh Deploy/lib/record-linked.sh Deploy/lib/terms.sh /
RUN bash /collect.sh .build/release/snapveil /tree && bash /record-linked.sh /src /snapveil.map /tree
COPY Deploy/lib/record-models.sh Deploy/lib/models.sh Deploy/lib/models.txt Deploy/lib/models-requirements.txt \
    Deploy/lib/models-packages.txt Deploy/lib/face-model.py Deploy/lib/script-model.py Deploy/lib/wire.py Deploy/lib/setup.sh \
    Deploy/lib/models-tools.txt /deploy/lib/
COPY Deploy/lib/names /deploy/lib/names
COPY Deploy/models /deploy/models
# "required" where an image without them is of no use.
ARG MODELS=wanted
RUN MODELS=$MODELS bash /deploy/lib/record-models.sh /tree /deploy/models
# The time of the commit, so that another build of it gives the same files.
ARG SOURCE_DATE_EPOCH=0
RUN find /tree -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +

FROM debian:bookworm-slim AS ffmpeg
# hadolint ignore=DL3008
RUN apt-get -q update \
    && DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends ffmpeg \
    && rm -rf /var/lib/apt/lists/*
COPY Deploy/lib/collect-ffmpeg.sh Deploy/lib/terms.sh /
ARG SOURCE_DATE_EPOCH=0
RUN bash /collect-ffmpeg.sh /tree && find /tree -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +

# Holds libc, libgcc and libstdc++, time zones and certificates.
FROM gcr.io/distroless/cc-debian12:nonroot AS service
COPY LICENSE /usr/share/doc/snapveil/copyright
COPY --from=build /tree/ /
# What Deploy/release knows.
ARG VERSION=unreleased
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="Snapveil" \
      org.opencontainers.image.description="Makes screenshots safe to keep: blurred, pixelated, blacked out or covered" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED" \
      org.opencontainers.image.source="$SOURCE"
# The loopback default of the program cannot be reached from outside a container.
ENV SNAPVEIL_HOST=0.0.0.0 SNAPVEIL_PORT=8080
EXPOSE 8080
# The user nonroot as numbers, which Kubernetes' runAsNonRoot can check.
USER 65532:65532
STOPSIGNAL SIGTERM
# Kubernetes asks /healthz and /readyz over HTTP instead.
HEALTHCHECK --interval=10s --timeout=5s --start-period=5s CMD ["/usr/bin/snapveil", "health"]
ENTRYPOINT ["/usr/bin/snapveil"]
CMD ["serve"]

FROM service AS recordings
COPY --from=ffmpeg /tree/ /

# What is built unless a target is named, so the last.
FROM service
