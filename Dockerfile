# The server as an image: not root, nothing to write but the volume of its data. Docs: docs/operator-guide.md, "In a container".
# Name an image by its digest to build the same again: --build-arg NODE=node@sha256:…
ARG NODE=node:26.10.0-slim

# What bundles the programs, and builds the console, stays here.
FROM ${NODE} AS made
WORKDIR /svc
COPY . .
RUN npx -y pnpm@12.21.0 install --frozen-lockfile --filter "@svc/server..." \
 && node apps/server/image/main.ts /made

FROM ${NODE}
# What Node compiles is kept in the volume: a later start is quicker, and holds some thirty megabytes less.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 SVC_DATA_DIR=/data TMPDIR=/data NODE_COMPILE_CACHE=/data/compiled
COPY --from=made /made /svc
RUN install -d -o node -g node -m 0700 /data \
 && ln -s /svc/dist/programs/cli.js /usr/local/bin/svc
USER node
VOLUME /data
EXPOSE 8080
CMD ["node", "/svc/dist/programs/main.js"]
