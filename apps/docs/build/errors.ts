import { ERROR_CODES, ERRORS, type ErrorCode } from '@avouch/contract'
import type { OpenApi } from './reference.ts'

const RETRY = 'Try again later, with the same Idempotency-Key.'

/** Advises a website's developer about each code that its server can meet. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  required: 'Send the fields that `errors` names.',
  max_length_exceed: 'Shorten the fields that `errors` names.',
  invalid_request: 'Compare the request with the reference. `errors` names the fields, where they can be named.',
  invalid_api_key:
    'Send `Authorization: Bearer avpk_…`. A revoked or expired key gives this error too: create another one in the console.',
  insufficient_scope:
    'Use a key with the scope of this call. Payments need `payments:read` and `payments:write`: only the operator creates such a key.',
  redirect_uri_not_registered:
    'Compare the address with the list in the console, letter by letter. Scheme, port, path and the slash at its end must be the same.',
  idempotency_key_reused:
    'Use a new key for each new request. The same key is only for repetitions of the same request.',
  method_not_possible:
    'Ask for another `minimum_age`, or allow another method in `accept`. An account cannot prove this age.',
  currency_not_supported: 'Use EUR.',
  not_found:
    'Check the id. You get the same answer for an intent of another website, and with a test key for a live intent or the reverse.',
  intent_answered: 'Read the intent: its answer is final.',
  intent_expired: 'Create another intent, with another Idempotency-Key.',
  intent_cancelled: 'Create another intent, with another Idempotency-Key.',
  test_key_required: 'Use a test key. Only visitors can answer live intents.',
  payment_not_executed: 'Wait for `payment.executed`: only an executed payment can be refunded.',
  refund_exceeds_payment: 'Refund at most the paid amount minus the earlier refunds.',
  foreign_origin: 'Call from your server, not from a page.',
  method_not_allowed: 'Use a method that the reference names for this address.',
  body_too_large: 'Send at most 16 KiB.',
  unsupported_media_type: 'Send JSON, with `Content-Type: application/json`.',
  too_many_requests: 'Wait as many seconds as `Retry-After` says.',
  internal_error: `${RETRY} The failure is ours. Our log has it under the \`x-request-id\` of the answer.`,
  service_unavailable: RETRY,
}

const INTRODUCTION = `# Errors

A refusal is \`application/problem+json\` (RFC 9457) with a \`code\`. Decide by the code and the status, never by the text: texts change.

\`\`\`json
{
  "type": "about:blank",
  "title": "${ERRORS.redirect_uri_not_registered.title}",
  "status": ${ERRORS.redirect_uri_not_registered.status},
  "code": "redirect_uri_not_registered",
  "message": "${ERRORS.redirect_uri_not_registered.title}"
}
\`\`\`

After 4xx, except 429, change the request: the same request fails again. After 429 and 5xx repeat the same request later; 429 has
\`Retry-After\`. The OpenID Connect endpoints answer as OAuth 2.0 does, with \`error\` and \`error_description\`.

\`npm run fix\` writes this page from the contract of the API.`

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
