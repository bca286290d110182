# The first stage installs what the bot needs and checks every file by its hash. The second holds no compiler, no cache
# and no rights. The base is named by its digest, the same for amd64 and arm64; `docker buildx imagetools inspect
# python:3.13-slim` tells the present one.
ARG BASE=python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${BASE} AS build
WORKDIR /app
RUN python -m venv --without-pip /venv
COPY requirements.lock ./
RUN pip --python /venv/bin/python install --no-cache-dir --disable-pip-version-check \
    --require-hashes --only-binary :all: --requirement requirements.lock
COPY bot bot
COPY cogs cogs
COPY db db
RUN /venv/bin/python -m compileall -q --invalidation-mode unchecked-hash bot cogs db

FROM ${BASE}
ARG VERSION=
ARG REVISION=
ARG SOURCE=
LABEL org.opencontainers.image.title="Gobelet" \
      org.opencontainers.image.description="Dice nights for Discord, in English and French" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.documentation="${SOURCE}/blob/main/docs/hosting.md"
# On PostgreSQL the bot keeps copies from before updates, worked-out values and its sign of life in its folder "data".
RUN useradd --system --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin gobelet \
    && install --directory --owner=10001 --group=gobelet --mode=0700 /data \
    && install --directory /app && ln --symbolic /data /app/data
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build /app/bot bot
COPY --from=build /app/cogs cogs
COPY --from=build /app/db db
COPY LICENSE ./
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE_URL=sqlite+aiosqlite:////data/gobelet.db
# By its number: Kubernetes sees that it is not root (runAsNonRoot).
USER 10001
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "healthcheck"]
CMD ["python", "-m", "bot", "run"]
