# The image of Carrywire: the package of a release with exactly the locked versions of its dependencies, on the
# official Node image. The guide docs/guides/one-server.md says how to run it; compose.yaml runs it with a read-only
# root and without privileges.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

# Build: compiles the service, the dashboard and the documentation, and packs them as a release does.
FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY dashboard/package.json dashboard/
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/pack-release.ts /release

# Installation: the same command as on a server. The image has its own Node, so the one from npm is removed.
FROM ${NODE_IMAGE} AS installation
COPY --from=build /release /release
RUN npm install --global --prefix /opt/carrywire --ignore-scripts /release/carrywire-*.tgz \
	&& cd /opt/carrywire/lib/node_modules/carrywire/node_modules \
	&& rm -r node-linux-* .bin/node

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Carrywire" \
	org.opencontainers.image.description="Funding-rate arbitrage between perpetual futures, self-hosted" \
	org.opencontainers.image.source="https://github.com/carrywire/carrywire" \
	org.opencontainers.image.licenses="Apache-2.0"
COPY --from=installation /opt/carrywire /opt/carrywire
# The folders of data and backups belong to the image's user without privileges, and so do new volumes that are mounted there.
RUN ln -s /opt/carrywire/bin/carrywire /usr/local/bin/carrywire \
	&& install -d /etc/carrywire \
	&& install -d -m 700 -o node -g node /var/lib/carrywire /var/backups/carrywire
ENV NODE_ENV=production \
	CARRYWIRE_DATA_DIR=/var/lib/carrywire/data \
	CARRYWIRE_HOST=0.0.0.0
WORKDIR /var/lib/carrywire
USER node
VOLUME /var/lib/carrywire
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
	CMD ["node", "/opt/carrywire/lib/node_modules/carrywire/packaging/docker/health.js"]
ENTRYPOINT ["node", "--max-semi-space-size=4", "--heap-growing-percent=30", "/opt/carrywire/bin/carrywire"]
CMD ["serve"]
