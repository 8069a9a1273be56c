import { HOUR_MS } from '@avouch/contract'
import * as z from 'zod/mini'
import { later } from '#platform/clock.ts'
import { CallFailed, callJson, isSigned, parsed, readAs } from './calls.ts'
import { momentOf, type SessionAdapter, type StateWords, type VendorDeps, type VendorKind } from './vendor.ts'

/** A link that nobody finishes ends then; it is what a check without an outcome lasts by default. */
const LINK_LIFE_MS = 24 * HOUR_MS
const LANGUAGES = { de: 'de_DE', en: 'en_US' } as const
/** Onfido demands a first name of an applicant; the real one is not sent. */
const FIRST_NAME = 'Visitor'

const text = z.nullish(z.string())
const id = z.string().check(z.minLength(1), z.maxLength(200))
const applicant = z.looseObject({ id })
const begun = z.looseObject({ id, link: z.looseObject({ url: z.string() }) })
const run = z.looseObject({
  id,
  customer_user_id: text,
  status: z.string(),
  updated_at: text,
  output: z.optional(z.unknown()),
})
/** An output without a date of birth at all is a workflow that does not have it, which is no visitor's fault. */
const output = z.looseObject({
  dob: z.nullable(z.string()),
  document_country: text,
  document_type: text,
  document_number: text,
})
const message = z.looseObject({
  payload: z.looseObject({
    resource_type: z.string(),
    object: z.nullish(z.looseObject({ id: text, workflow_run_id: text })),
    resource: z.nullish(z.looseObject({ workflow_run_id: text })),
  }),
})

/** Leaves out an approval, which depends on the age as well. */
const WORDS: StateWords = new Map([
  ['declined', { status: 'MANUAL_REVIEW_REJECTED', reason: 'other' }],
  ['review', { status: 'PENDING_MANUAL_REVIEW' }],
  ['abandoned', { status: 'USER_PROCESS_EXPIRED' }],
  // It failed there: the visitor begins again.
  ['error', { status: 'USER_PROCESS_EXPIRED' }],
  ['processing', { stage: 'submitted' }],
  ['awaiting_input', { stage: 'open' }],
  ['awaiting_client_input', { stage: 'open' }],
])

/** Onfido (Entrust), by a workflow of its Studio. Its own minimum age has to stay off: who is under age is decided here. */
function create({ access, clock, approved }: VendorDeps): SessionAdapter {
  const api = `${access.apiUrl.replace(/\/$/, '')}/v3.6`
  const headers = { authorization: `Token token=${access.secret}`, accept: 'application/json' }

  const call = async (method: 'GET' | 'DELETE', path: string, signal: AbortSignal): Promise<unknown> =>
    (await callJson(api + path, { method, headers, signal })).json

  async function post(path: string, body: object, signal: AbortSignal): Promise<unknown> {
    const typed = { ...headers, 'content-type': 'application/json' }
    return (await callJson(api + path, { method: 'POST', headers: typed, body: JSON.stringify(body), signal })).json
  }

  return {
    pages: ['.onfido.com', '.onfido.app', new URL(access.apiUrl).hostname],

    async begin({ ref, language, returnTo, dataCollectionConsent }, signal) {
      const { flow, flowWithoutConsent } = access
      const workflow = dataCollectionConsent || flowWithoutConsent === 'same' ? flow : flowWithoutConsent
      const expiresAt = later(clock(), LINK_LIFE_MS)
      const named = { first_name: FIRST_NAME, last_name: ref.slice(0, 8) }
      const person = readAs(applicant, await post('/applicants', named, signal))
      const link = {
        completed_redirect_url: returnTo,
        expired_redirect_url: returnTo,
        language: LANGUAGES[language],
        expires_at: expiresAt.toISOString(),
      }
      const order = { workflow_id: workflow, applicant_id: person.id, customer_user_id: ref, link }
      const started = readAs(begun, await post('/workflow_runs', order, signal))
      return { url: started.link.url, vendorRef: started.id, kept: { applicant: person.id }, expiresAt }
    },

    open({ headers: given, rawBody }) {
      const secrets = [access.reportSecret, access.oldReportSecret]
      if (!isSigned(given['x-sha2-signature'], secrets, rawBody)) return 'forged'
      const { data } = message.safeParse(parsed(rawBody))
      const { resource_type: of, object, resource } = data?.payload ?? {}
      if (of === 'workflow_run' && object?.id) return { vendorRef: object.id, isSentIn: false }
      // In a message about a task, `object` is the task, and another field names its run.
      const vendorRef = resource?.workflow_run_id ?? object?.workflow_run_id
      return of === 'workflow_task' && vendorRef ? { vendorRef, isSentIn: true } : 'nothing'
    },

    async ask({ ref, vendorRef, isSentIn = false }, signal) {
      if (vendorRef === null) return { stage: 'open' }
      const found = readAs(run, await call('GET', `/workflow_runs/${encodeURIComponent(vendorRef)}`, signal))
      if (found.id !== vendorRef || (found.customer_user_id || ref) !== ref)
        throw new CallFailed('an answer about another session')
      const { status } = found
      const occurredAt = momentOf(found.updated_at, clock())
      if (status === 'approved') {
        const told = readAs(output, found.output, ['output'])
        const { document_country: country, document_type: kind, document_number: number } = told
        return approved(told.dob, occurredAt, { country, kind, number })
      }
      const meant = WORDS.get(status)
      if (meant === undefined) return 'unknown_word'
      if ('status' in meant) return { ...meant, occurredAt }
      // Onfido waits again for a visitor who has sent something in: it refused that.
      return meant.stage === 'open' && isSentIn ? { stage: 'again', reason: 'other' } : meant
    },

    /** Everything that is known of a visitor hangs on the applicant. */
    async erase({ kept }, signal) {
      const applicantId = kept['applicant']
      if (applicantId !== undefined) await call('DELETE', `/applicants/${encodeURIComponent(applicantId)}`, signal)
      return 'erased'
    },
  }
}

export const onfido: VendorKind = {
  kind: 'camera',
  needs: ['secret', 'reportSecret', 'flow', 'flowWithoutConsent'],
  refuses: ['account'],
  hasOneFlow: false,
  apiUrl: 'https://api.eu.onfido.com',
  unconfirmed: [
    'the form of the header with the API token (`Token token=…`)',
    'that a report passes although the applicant has an invented name, with the comparison of names off',
    'that the outputs of a workflow may be called dob, document_country, document_type and document_number',
    'that document_type has the words of its list of documents, and document_country three letters',
    'that a run which waits for its visitor after a task wants a better picture, and not the next task',
    'that a run reports when it goes to review (otherwise it is found by asking)',
    'that visitors get back without anything added to the return address',
    'when an applicant that was deleted can no longer be restored',
  ],
  create,
}
