import * as z from 'zod/mini'
import { type VendorResponse, CallFailed, callJson, hmacOf, isSigned, parsed, readAs } from './calls.ts'
import {
  type CheckAtVendor,
  momentOf,
  type SessionAdapter,
  type StateWords,
  type VendorAnswer,
  type VendorDeps,
  type VendorKind,
} from './vendor.ts'

const text = z.nullish(z.string())
const id = z.string().check(z.minLength(1), z.maxLength(200))
const session = z.looseObject({ verification: z.looseObject({ id, url: z.string() }) })
const verification = z.looseObject({
  id,
  status: z.string(),
  vendorData: text,
  decisionTime: text,
  person: z.nullish(z.looseObject({ dateOfBirth: text })),
  document: z.nullish(z.looseObject({ number: text, type: text, country: text })),
})
const decision = z.looseObject({ verification: z.nullable(verification) })
const decided = z.looseObject({ verification: z.looseObject({ id }) })
const event = z.looseObject({ id, action: z.string() })

/** Leaves out an approval, which depends on the age as well. By words: the numbers differ between its pages. */
const WORDS: StateWords = new Map([
  ['declined', { status: 'MANUAL_REVIEW_REJECTED', reason: 'other' }],
  ['review', { status: 'PENDING_MANUAL_REVIEW' }],
  ['expired', { status: 'USER_PROCESS_EXPIRED' }],
  ['abandoned', { status: 'USER_PROCESS_EXPIRED' }],
  // Which of its codes stands for what is not confirmed.
  ['resubmission_requested', { stage: 'again', reason: 'other' }],
])

/** Veriff. Its own minimum age has to stay off: who is under age is decided here, by the date of birth. */
function create({ access, clock, approved }: VendorDeps): SessionAdapter {
  const sessions = `${access.apiUrl.replace(/\/$/, '')}/v1/sessions`

  /** Looks at the signatures that an answer has, of either name; an older copy of the docs says that it may have none. @throws CallFailed */
  function checked({ headers, bytes, json }: VendorResponse): unknown {
    const signatures = ['x-hmac-signature', 'vrf-hmac-signature'].flatMap((name) => headers[name] ?? [])
    if (!signatures.every((signature) => isSigned(signature, [access.secret], bytes)))
      throw new CallFailed('an answer with another signature')
    return json
  }

  /** A call without a body is signed over the session. */
  async function call(method: 'GET' | 'DELETE', ref: string, path: string, signal: AbortSignal): Promise<unknown> {
    const headers = { 'x-auth-client': access.account, 'x-hmac-signature': hmacOf(access.secret, ref).toString('hex') }
    return checked(await callJson(`${sessions}/${encodeURIComponent(ref)}${path}`, { method, headers, signal }))
  }

  async function ask({ ref, vendorRef }: CheckAtVendor, signal: AbortSignal): Promise<VendorAnswer> {
    if (vendorRef === null) return { stage: 'open' }
    const { verification: found } = readAs(decision, await call('GET', vendorRef, '/decision', signal))
    if (found === null) return { stage: 'open' }
    if (found.id !== vendorRef || (found.vendorData || ref) !== ref)
      throw new CallFailed('an answer about another session')
    const occurredAt = momentOf(found.decisionTime, clock())
    const { country, number, type } = found.document ?? {}
    if (found.status === 'approved')
      return approved(found.person?.dateOfBirth, occurredAt, { country, kind: type, number })
    const meant = WORDS.get(found.status)
    if (meant === undefined) return 'unknown_word'
    return 'stage' in meant ? meant : { ...meant, occurredAt }
  }

  return {
    pages: ['.veriff.com', '.veriff.me', new URL(access.apiUrl).hostname],

    async begin({ ref, language, returnTo }, signal) {
      const answer = await callJson(sessions, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-client': access.account },
        body: JSON.stringify({ verification: { callback: returnTo, vendorData: ref, lang: language } }),
        signal,
      })
      const { verification: begun } = readAs(session, checked(answer))
      return { url: begun.url, vendorRef: begun.id, kept: {}, expiresAt: null }
    },

    open({ headers, rawBody }) {
      const secrets = [access.reportSecret ?? access.secret, access.oldReportSecret]
      const isOurs = headers['x-auth-client'] === access.account
      if (!isOurs || !isSigned(headers['x-hmac-signature'], secrets, rawBody)) return 'forged'
      const message = parsed(rawBody)
      const ended = decided.safeParse(message)
      if (ended.success) return { vendorRef: ended.data.verification.id, isSentIn: false }
      const { data } = event.safeParse(message)
      return data === undefined ? 'nothing' : { vendorRef: data.id, isSentIn: data.action === 'submitted' }
    },

    ask,

    async erase(check, signal) {
      if (check.vendorRef === null) return 'erased'
      try {
        await call('DELETE', check.vendorRef, '', signal)
        return 'erased'
      } catch (error) {
        // It may also say that this call is not switched on: a session that is still there answers.
        if (!(error instanceof CallFailed) || error.status !== 404) throw error
        await ask(check, signal)
        return 'by_hand'
      }
    },
  }
}

export const veriff: VendorKind = {
  kind: 'camera',
  needs: ['account', 'secret', 'apiUrl', 'flowWithoutConsent'],
  refuses: ['flow'],
  hasOneFlow: true,
  unconfirmed: [
    'that its pages open in the language that we name (`lang`)',
    'that a session opens at the same address again, after 15 minutes and after a request for a better picture',
    'that asking says nothing yet after a better picture was sent in, until that one is decided',
    'the answer about a session that it no longer keeps (read as: 404 or 410)',
    'the answer to an erasure that is not switched on (read as: any 4xx but 400, 401, 404, 410 and 429)',
    'that German identity cards come with date of birth and number',
  ],
  create,
}
