import * as z from 'zod'
import { type Decision, NAMES, type Person, type Session } from '../fake-vendor.ts'

/** Its word and number for what is decided. */
const DECIDED: Record<Exclude<Decision, 'submitted' | 'failed'>, [status: string, code: number]> = {
  approved: ['approved', 9001],
  declined: ['declined', 9102],
  again: ['resubmission_requested', 9103],
  review: ['review', 9121],
  expired: ['expired', 9104],
  abandoned: ['abandoned', 9104],
  'a new word': ['escalated', 9199],
}

/** The body by which a session is begun. */
export const newSession = z.strictObject({
  verification: z.strictObject({
    callback: z.url().optional(),
    vendorData: z.string().min(1).max(1000).optional(),
    lang: z
      .string()
      .regex(/^[a-z]{2}$/)
      .optional(),
  }),
})

export type State = {
  session: Session
  token: string
  stage: Exclude<Decision, 'failed'> | 'created' | 'started'
  person: Person
  attemptId: string
  begunAt: Date
  decidedAt: Date
}

/** The decision about a session, null before there is one. */
export function verificationOf({ session, stage, person, ...state }: State) {
  if (stage === 'created' || stage === 'started' || stage === 'submitted') return null
  const [status, code] = DECIDED[stage]
  const { dateOfBirth, documentNumber: number, country, kind: type } = person
  const isNamed = stage !== 'expired' && stage !== 'abandoned'
  const names = isNamed ? { firstName: NAMES.first, lastName: NAMES.last } : { firstName: null, lastName: null }
  return {
    id: session.id,
    attemptId: state.attemptId,
    vendorData: session.ref,
    status,
    code,
    reason: stage === 'declined' ? 'Declined' : null,
    reasonCode: stage === 'declined' ? 101 : null,
    person: { ...names, dateOfBirth, idNumber: number },
    document: { number, type, country },
    acceptanceTime: state.begunAt.toISOString(),
    decisionTime: state.decidedAt.toISOString(),
    technicalData: { ip: '192.0.2.47' },
  }
}

export function eventOf({ session, stage, attemptId }: State) {
  const [action, code] = stage === 'submitted' ? ['submitted', 7002] : ['started', 7001]
  return { id: session.id, attemptId, feature: 'selfid', code, action, vendorData: session.ref, endUserId: null }
}
