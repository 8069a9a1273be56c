import { ERROR_CODES, ERRORS, type ErrorCode } from '@avouch/contract'
import type { OpenApi } from './reference.ts'

const RETRY = 'Try again later, with the same Idempotency-Key.'

/** Advises a website's developer about each code that its server can meet. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  required: 'Send the fields that `errors` names.',
  max_length_exceed: 'Shorten the fields that `errors` names.',
  invalid_request: 'Compare the request with the reference. `errors` names the fields, where they can be named.',
  invalid_api_key:
    'Send `Authorization: Bearer avpk_…`. A key that was revoked, or has ended, gets this too. Ask the operator for another one.',
  insufficient_scope: 'Ask the operator for a key with the scope; payments need `payments:read` and `payments:write`.',
  redirect_uri_not_registered:
    'Compare the address with the list in the console, letter by letter: scheme, port, path and the slash at its end count.',
  idempotency_key_reused: 'Use another key for another request. A key is good for one request and its repetitions.',
  method_not_possible: 'Ask for another `minimum_age`, or accept another method: no account can answer this.',
  currency_not_supported: 'Use EUR.',
  not_found: 'Check the id. The intents of other websites, and those of your other kind of key, look the same.',
  intent_answered: 'Read the intent: it has an answer, which stays.',
  intent_expired: 'Create another intent, with another Idempotency-Key.',
  intent_cancelled: 'Create another intent, with another Idempotency-Key.',
  test_key_required: 'Use a test key: live intents are answered by visitors.',
  payment_not_executed: 'Wait for `payment.executed`: only what was paid can be refunded.',
  refund_exceeds_payment: 'Refund at most what was paid and is not refunded yet.',
  foreign_origin: 'Call from your server, not from a page.',
  method_not_allowed: 'Use a method that the reference names for this address.',
  body_too_large: 'Send at most 16 KiB.',
  unsupported_media_type: 'Send JSON, with `Content-Type: application/json`.',
  too_many_requests: 'Wait as many seconds as `Retry-After` says.',
  internal_error: `${RETRY} The failure is ours, and in our log under the \`x-request-id\` of the answer.`,
  service_unavailable: RETRY,
}

const INTRODUCTION = `# Errors

Refusals are \`application/problem+json\` (RFC 9457) with a \`code\`. Decide by the code and the status, never by the text: texts change.

\`\`\`json
{
  "type": "about:blank",
  "title": "${ERRORS.redirect_uri_not_registered.title}",
  "status": ${ERRORS.redirect_uri_not_registered.status},
  "code": "redirect_uri_not_registered",
  "message": "${ERRORS.redirect_uri_not_registered.title}"
}
\`\`\`

4xx stay as they are until you change the request, but for 429. 429 and 5xx may succeed later; 429 has \`Retry-After\`.
The OpenID Connect endpoints answer as OAuth 2.0 does, with \`error\` and \`error_description\`.

This page is made from the contract of the API by \`npm run fix\`.`

const entry = (code: ErrorCode) => {
  const { status, title } = ERRORS[code]
  const advice = ADVICE[code]
  return `### ${code}\n\n${status}: ${title}.${advice === undefined ? '' : ` ${advice}`}`
}

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
