import { ADVICE, ERROR_CODES, ERRORS, type ErrorCode, inWordsForPrograms } from '@avouch/contract'
import type { OpenApi } from './reference.ts'

const INTRODUCTION = `# Errors

A refusal is \`application/problem+json\` (RFC 9457) with a \`code\`. Decide by the code and the status, never by the text: texts change.
\`message\` says in English what to do.

\`\`\`json
{
  "type": "about:blank",
  "title": "${ERRORS.redirect_uri_not_registered.title}",
  "status": ${ERRORS.redirect_uri_not_registered.status},
  "code": "redirect_uri_not_registered",
  "message": "${inWordsForPrograms('redirect_uri_not_registered')}"
}
\`\`\`

After 4xx, except 429, change the request: the same request fails again. After 429 and 5xx repeat the same request later; 429 has
\`Retry-After\`. The OpenID Connect endpoints answer as OAuth 2.0 does, with \`error\` and \`error_description\`.

\`npm run fix\` writes this page from the contract of the API.`

const entry = (code: ErrorCode) => `### ${code}\n\n${ERRORS[code].status}: ${inWordsForPrograms(code)}`

/** The codes that a website's server can meet. */
function providerCodes({ paths }: OpenApi): ErrorCode[] {
  const ofProviders = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ tags }) => tags.includes('Provider'))
  const met = new Set(
    ofProviders.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)),
      ),
    ),
  )
  return ERROR_CODES.filter((code) => met.has(code))
}

/**
 * The page of all errors, as Markdown.
 * @throws Error for a code without advice
 */
export function errorsPage(document: OpenApi): string {
  const own = providerCodes(document)
  for (const code of own) if (ADVICE[code] === undefined) throw new Error(`no advice about the error ${code}`)
  const others = ERROR_CODES.filter((code) => !own.includes(code))
  return `${[
    INTRODUCTION,
    '## What your server can meet',
    ...own.map(entry),
    '## What our pages, the app and partners can meet',
    ...others.map(entry),
  ].join('\n\n')}\n`
}
