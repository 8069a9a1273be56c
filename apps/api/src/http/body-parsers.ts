import formbody from '@fastify/formbody'
import { AppError } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came: signatures are over bytes, not over what we parsed of them. */
    rawBody: string
  }
}

/** PostgreSQL refuses NUL in a text, written in either way. */
export const hasNul = (text: string) => text.includes('\0') || text.includes('\\u0000')

/** RFC 6749, 3.2: a parameter that comes twice is an error. */
function parseForm(text: string): Record<string, string> {
  const fields = new URLSearchParams(text)
  const parsed = Object.create(null) as Record<string, string>
  for (const [name, value] of fields) {
    if (name in parsed || hasNul(name + value)) throw new AppError('invalid_request')
    parsed[name] = value
  }
  return parsed
}

/** JSON and forms, and no other body. */
export async function addBodyParsers(app: FastifyInstance): Promise<void> {
  app.decorateRequest('rawBody', '')
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')

  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.rawBody = String(body)
    if (request.routeOptions.config.isRaw === true) done(null, undefined)
    else if (hasNul(request.rawBody)) done(new AppError('invalid_request'))
    // oxlint-disable-next-line typescript/no-floating-promises -- It answers by `done`, and returns nothing.
    else parseJson(request, request.rawBody, done)
  })

  await app.register(formbody, { parser: parseForm })
}
