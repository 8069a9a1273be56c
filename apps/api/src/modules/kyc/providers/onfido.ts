import { HOUR_MS } from '@avouch/contract'
import * as z from 'zod/mini'
import { later } from '#platform/clock.ts'
import { type Answer, CallFailed, callJson, isGone, isLater, isRefusal } from './calls.ts'
import type { DocumentKind } from './document-name.ts'
import { type Finding, type IdentityCheck, type Known, momentOf } from './identity-check.ts'
import { isSigned, parsed } from './signatures.ts'
import type { VendorDeps } from './vendor.ts'

/** Nobody has tried this at a real account: the vendor's public description does not say it. */
export const ONFIDO_UNCONFIRMED = [
  'the form of the header with the API token (`Token token=…`)',
  'that a report passes although the applicant has an invented name, with the comparison of names off',
  'that the outputs of a workflow may be called dob, document_country, document_type and document_number',
  'that document_type has the words of its list of documents, and document_country three letters',
  'that a run which waits for its visitor after a task wants a better picture, and not the next task',
  'that a run rings when it goes to review (otherwise it is found by asking)',
  'that visitors get back without anything added to the return address',
  'when an applicant that was deleted can no longer be restored',
] as const

/** A link that nobody finishes ends then; it is what a check without an outcome lasts by default. */
const LINK_LIFE_MS = 24 * HOUR_MS
const LANGUAGES = { de: 'de_DE', en: 'en_US' } as const
/** An applicant needs a name, and the vendor is told none. */
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

const KINDS: ReadonlyMap<string, DocumentKind> = new Map([
  ['passport', 'passport'],
  ['national_identity_card', 'id_card'],
  ['residence_permit', 'residence_permit'],
  ['driving_licence', 'driving_licence'],
])
/** Ends a run. What is approved depends on the age as well. */
const ENDS = {
  declined: { status: 'MANUAL_REVIEW_REJECTED', reason: 'other' },
  review: { status: 'PENDING_MANUAL_REVIEW' },
  abandoned: { status: 'USER_PROCESS_EXPIRED' },
} as const
const STAGES = { processing: 'submitted', awaiting_input: 'waiting', awaiting_client_input: 'waiting' } as const
const isOne = <T extends object>(words: T, word: string): word is Extract<keyof T, string> => Object.hasOwn(words, word)
const fieldsOf = (error: z.core.$ZodError) => error.issues.map(({ path }) => path.join('.'))

/** Onfido (Entrust), by a workflow of its Studio. Its own minimum age has to stay off: who is under age is decided here. */
export function createOnfido({ access, clock, ageOf, documentHash, warn, unreadable }: VendorDeps): IdentityCheck {
  const api = `${access.apiUrl.replace(/\/$/, '')}/v3.6`
  const authorization = `Token token=${access.secret}`

  const call = (method: 'GET' | 'DELETE', path: string, signal: AbortSignal): Promise<Answer> =>
    callJson(api + path, { method, headers: { authorization, accept: 'application/json' }, signal })

  const post = (path: string, body: object, signal: AbortSignal): Promise<Answer> =>
    callJson(api + path, {
      method: 'POST',
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })

  function approved(told: unknown, occurredAt: Date): Finding {
    const { success, data, error } = output.safeParse(told)
    if (!success) return unreadable(fieldsOf(error).map((name) => `output.${name}`))
    const age = ageOf(data.dob, clock())
    if (age === 'unclear')
      return { status: 'MANUAL_REVIEW_REJECTED', occurredAt, documentHash: undefined, reason: 'document_kind' }
    if (age === 'under_age') return { status: 'UNDERAGED', occurredAt, documentHash: undefined }
    const { document_country: country, document_type: type, document_number: number } = data
    const kind = KINDS.get(type ?? '')
    return { status: 'COMPLETED', occurredAt, documentHash: documentHash({ country, kind, number }) }
  }

  function read({ json }: Answer, { ref, vendorRef }: Known): Finding {
    const { success, data, error } = run.safeParse(json)
    if (!success) return unreadable(fieldsOf(error))
    if (data.id !== vendorRef || (data.customer_user_id ?? ref) !== ref)
      throw new CallFailed('an answer about another session')
    const { status } = data
    const occurredAt = momentOf(data.updated_at ?? undefined, clock())
    if (status === 'approved') return approved(data.output, occurredAt)
    if (isOne(STAGES, status)) return { stage: STAGES[status] }
    if (!isOne(ENDS, status)) return unreadable(['status'])
    return { ...ENDS[status], occurredAt, documentHash: undefined }
  }

  return {
    pages: ['.onfido.com', '.onfido.app', new URL(access.apiUrl).hostname],

    async begin({ ref, language, returnTo, dataCollectionConsent }, signal) {
      const { flow, flowWithoutConsent } = access
      const workflow = dataCollectionConsent || flowWithoutConsent === 'same' ? flow : flowWithoutConsent
      const expiresAt = later(clock(), LINK_LIFE_MS)
      try {
        const named = { first_name: FIRST_NAME, last_name: ref.slice(0, 8) }
        const person = applicant.safeParse((await post('/applicants', named, signal)).json)
        if (!person.success) return unreadable(fieldsOf(person.error))
        const link = {
          completed_redirect_url: returnTo,
          expired_redirect_url: returnTo,
          language: LANGUAGES[language],
          expires_at: expiresAt.toISOString(),
        }
        const order = { workflow_id: workflow, applicant_id: person.data.id, customer_user_id: ref, link }
        const { success, data, error } = begun.safeParse((await post('/workflow_runs', order, signal)).json)
        if (!success) return unreadable(fieldsOf(error))
        return { url: data.link.url, vendorRef: data.id, kept: { applicant: person.data.id }, expiresAt }
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        warn('identity session not begun', { reason: error.message })
        return isRefusal(error) ? 'refused' : 'no_answer'
      }
    },

    open({ headers, rawBody }) {
      if (!isSigned(headers['x-sha2-signature'], [access.reportSecret, access.oldReportSecret], rawBody))
        return 'forged'
      const { data } = message.safeParse(parsed(rawBody))
      const { resource_type: of, object, resource } = data?.payload ?? {}
      if (of === 'workflow_run' && object?.id) return { vendorRef: object.id, says: 'decided' }
      // The object of a task is the task: its run is named beside it.
      const vendorRef = resource?.workflow_run_id ?? object?.workflow_run_id
      return of === 'workflow_task' && vendorRef ? { vendorRef, says: 'submitted' } : 'nothing'
    },

    async ask(known, signal) {
      if (known.vendorRef === null) return { stage: 'open' }
      try {
        return read(await call('GET', `/workflow_runs/${encodeURIComponent(known.vendorRef)}`, signal), known)
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        if (isGone(error)) return 'gone'
        if (!signal.aborted) warn('identity check not asked', { reason: error.message })
        return 'no_answer'
      }
    },

    /** Everything that is known of a visitor hangs on the applicant. */
    async forget({ kept }, signal) {
      const applicantId = kept['applicant']
      if (applicantId === undefined) return 'erased'
      try {
        await call('DELETE', `/applicants/${encodeURIComponent(applicantId)}`, signal)
        return 'erased'
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        if (isGone(error)) return 'erased'
        if (!signal.aborted) warn('identity check not erased', { reason: error.message })
        return isLater(error) ? 'later' : 'by_hand'
      }
    },
  }
}
