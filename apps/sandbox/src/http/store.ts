import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Names the store of a running story. Browsers share the cookies of a host between its ports, so every site gets it. */
export const STORY_COOKIE = 'sandbox_story'
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** The secret in a cookie of ours; undefined for anything that we did not hand out. */
export const secretIn = ({ cookies }: FastifyRequest, name: string): string | undefined =>
  SECRET.exec(cookies[name] ?? '')?.[0]

/** Only the digest of a cookie is kept: who reads the files cannot become the visitor. */
export const storeOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** The secret of the running story, which replaces the site's own cookie. */
export const storyOf = (request: FastifyRequest): string | undefined => secretIn(request, STORY_COOKIE)
