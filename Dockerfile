# The server as an image: not root, nothing to write but the volume of its data. Docs: docs/operator-guide.md, "In a container".
# Name an image by its digest to build the same again: --build-arg NODE=node@sha256:…
ARG NODE=node:26.10.0-slim

# The console is built with tools that the service itself does without.
FROM ${NODE} AS console
WORKDIR /svc
COPY . .
RUN npx -y pnpm@12.21.0 install --frozen-lockfile --filter "@svc/console..."

FROM ${NODE} AS installed
WORKDIR /svc
COPY . .
COPY --from=console /svc/apps/console/dist apps/console/dist
# Connectors have core and effect as peers: they find them above, where everything is linked.
RUN npx -y pnpm@12.21.0 install --frozen-lockfile --prod --shamefully-hoist --filter "@svc/server..."

FROM ${NODE}
# What Node compiles is kept in the volume: a later start is quicker, and holds some thirty megabytes less.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 SVC_DATA_DIR=/data TMPDIR=/data NODE_COMPILE_CACHE=/data/compiled
COPY --from=installed /svc /svc
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8080
CMD ["node", "/svc/apps/server/src/main.ts"]
