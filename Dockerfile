# newsgauge on a machine of one's own: the Worker under workerd, with its state on a volume. docs/guides/self-host.md
FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 STATE_DIR=/state DEMO=0 WRANGLER_SEND_METRICS=false
# `ps` tells a runtime that was left behind from another process with its number; certificates are for feeds over HTTPS.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates procps && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --create-home newsgauge && mkdir -m 700 /state /copies /backups && chown newsgauge /state /copies /backups
WORKDIR /app
COPY --chown=newsgauge package.json package-lock.json ./
RUN chown newsgauge /app
USER newsgauge
# The packages that build the Worker are development packages to npm.
RUN npm ci --include=dev --no-audit --no-fund && npm cache clean --force
COPY --chown=newsgauge . .
RUN npm run build -- --server
VOLUME /state
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not npm: the server itself gets the signal, answers what was asked, counts what it accepted, and ends within ten seconds.
STOPSIGNAL SIGTERM
CMD ["node", "src/cli/newsgauge.js", "start"]
