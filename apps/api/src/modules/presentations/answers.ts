import { type JsonObject, readBase64Url, readJson, readObject } from './jws.ts'
import { QUERY_ID } from './queries.ts'
import { must } from './refused.ts'

/** The one presentation in the answers to the queries of OpenID4VP, and the query that it answers. @throws Refused */
export function readPresentation(answers: JsonObject, queries: readonly string[]): [query: string, shown: string] {
  const [answer, ...others] = Object.entries(answers)
  must(answer !== undefined && others.length === 0, 'malformed', 'not one answer')
  const [query, presentations] = answer
  must(queries.includes(query), 'malformed', 'an answer to another query')
  must(Array.isArray(presentations) && presentations.length === 1, 'malformed', 'not one presentation')
  const presentation: unknown = presentations[0]
  must(typeof presentation === 'string', 'malformed', 'a presentation of another kind')
  return [query, presentation]
}

/** The proof of age in a `vp_token` that came in plain. @throws Refused */
export function readToken(token: string | undefined): Uint8Array {
  must(token !== undefined, 'malformed', 'no vp_token')
  const [, presentation] = readPresentation(readObject(readJson(token), 'the answers'), [QUERY_ID])
  return readBase64Url(presentation)
}
