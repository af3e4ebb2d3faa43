# newsgauge on a machine of your own, with its state on a volume. docs/guides/self-host.md
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm pack --pack-destination /tmp
WORKDIR /app
RUN npm install --no-audit --no-fund /tmp/newsgauge-*.tgz
# Without the symbols that only debuggers read.
RUN strip -o /usr/local/bin/node-stripped /usr/local/bin/node
RUN mkdir -p /volumes/state /volumes/copies /volumes/backups && chmod 700 /volumes/*

# With a shell of busybox, for the daily backup (docs/guides/examples/self-host/compose.yaml).
FROM gcr.io/distroless/cc-debian12:debug-nonroot@sha256:923320b891f20d5f4bd43ed3a72eeee2f3323d481d6f4bd8d0b2c96d1c0758bc
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 STATE_DIR=/state DEMO=0
COPY --from=build /usr/local/bin/node-stripped /usr/bin/node
COPY --from=build /app /app
COPY --from=build --chown=10001 /volumes /
USER 10001
WORKDIR /app
VOLUME /state
EXPOSE 8787
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not npm: the server itself gets the signal, answers what was asked, counts what it accepted, and ends within ten seconds.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "node_modules/newsgauge/src/cli/newsgauge.js"]
CMD ["start"]
