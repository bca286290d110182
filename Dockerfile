# The first stage installs what the bot needs and checks every file by its hash. The second holds no compiler, no cache
# and no rights.
FROM python:3.13-slim AS build
WORKDIR /app
RUN python -m venv --without-pip /venv
COPY requirements.lock ./
RUN pip --python /venv/bin/python install --no-cache-dir --disable-pip-version-check \
    --require-hashes --only-binary :all: --requirement requirements.lock
COPY bot bot
COPY cogs cogs
COPY db db
RUN /venv/bin/python -m compileall -q --invalidation-mode unchecked-hash bot cogs db

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin gobelet \
    && install --directory --owner=gobelet --group=gobelet --mode=0700 /data
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
USER gobelet
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "healthcheck"]
CMD ["python", "-m", "bot", "run"]
