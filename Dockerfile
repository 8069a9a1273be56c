# Product and sandbox to try out, from the working tree: docker compose up. What is deployed is made by deploy/Containerfile.
FROM docker.io/library/node:24.21.0-bookworm-slim
WORKDIR /src
RUN chown node:node /src
USER node
COPY --chown=node:node package.json package-lock.json .npmrc ./
COPY --chown=node:node apps/api/package.json apps/api/
COPY --chown=node:node apps/console/package.json apps/console/
COPY --chown=node:node apps/docs/package.json apps/docs/
COPY --chown=node:node apps/sandbox/package.json apps/sandbox/
COPY --chown=node:node apps/web/package.json apps/web/
COPY --chown=node:node packages/api-client/package.json packages/api-client/
COPY --chown=node:node packages/contract/package.json packages/contract/
COPY --chown=node:node packages/design/package.json packages/design/
COPY --chown=node:node packages/journey/package.json packages/journey/
COPY --chown=node:node packages/phrases/package.json packages/phrases/
COPY --chown=node:node packages/provider-sdk/package.json packages/provider-sdk/
RUN npm ci --no-audit --no-fund
COPY --chown=node:node . .
# Builds, and leaves the embedded database's folder to a volume.
RUN npm run avouch -- help > /dev/null && mkdir .data
ENV HOST=0.0.0.0 SANDBOX_HOST=0.0.0.0
EXPOSE 3000 3001 3002 3003
CMD ["node", "tools/run.mjs", "start"]
