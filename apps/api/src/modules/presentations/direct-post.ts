import { QUERY_ID } from './queries.ts'
import { must, Refused } from './refused.ts'

const BASE64URL = /^[A-Za-z0-9_-]+$/

/** The bytes of base64url without padding, in its one spelling. @throws Refused */
export function readBase64Url(text: string): Uint8Array {
  const bytes = BASE64URL.test(text) ? Buffer.from(text, 'base64url') : Buffer.of()
  must(bytes.length > 0 && bytes.toString('base64url') === text, 'malformed', 'no base64url')
  return bytes
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refused('malformed', 'no JSON', { cause: error })
  }
}

/** The one presentation of the one query in a `vp_token` of OpenID4VP. @throws Refused */
export function readToken(token: string | undefined): Uint8Array {
  must(token !== undefined, 'malformed', 'no vp_token')
  const answers = parsed(token)
  must(typeof answers === 'object' && answers !== null && !Array.isArray(answers), 'malformed', 'no answers')
  const [query, ...others] = Object.entries(answers)
  must(query?.[0] === QUERY_ID && others.length === 0, 'malformed', 'answers to other queries')
  const presentations: unknown = query[1]
  must(Array.isArray(presentations) && presentations.length === 1, 'malformed', 'not one presentation')
  const presentation: unknown = presentations[0]
  must(typeof presentation === 'string', 'malformed', 'a presentation of another kind')
  return readBase64Url(presentation)
}
