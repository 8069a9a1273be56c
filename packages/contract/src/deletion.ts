import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pin } from './pin.ts'
import { opaqueId, timestamp } from './values.ts'

/** The token of a deletion: it names nobody, and reads how far the deletion is. */
const deletionToken = opaqueId

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/auth/user',
  summary:
    'Deletes the account and everything about it, after the PIN; a session that a passkey opened in the last ten minutes needs none. Requests that wait for an answer get a no. A repetition within a minute gets the same answer.',
  auth: 'bearer_or_deletion',
  limit: 'account',
  headers: z.object({
    /** `return=representation` (RFC 7240): the answer has the token of the deletion. */
    prefer: z.optional(z.string()),
  }),
  body: z.object({ pin: z.optional(pin) }),
  answers: { 200: z.object({ deletion: deletionToken }), 204: null },
  errors: ['required', 'digit_length', 'wrong_verification'],
})

/** The form for a session that no passkey opened. */
export const deletionForm = z.object({ pin })

/** asked - the vendor has to erase, and has not confirmed all of it. by_hand - a person has to ask the vendor. */
export const VENDOR_ERASURES = ['none', 'asked', 'erased', 'by_hand'] as const
/** returning - the balance of the wallet goes back to the bank that it came from. */
export const MONEY_RETURNS = ['none', 'returning', 'returned'] as const

const deletion = z.object({
  /** erasing - also while money is reserved. */
  account: z.enum(['erasing', 'erased']),
  vendor: z.enum(VENDOR_ERASURES),
  money: z.enum(MONEY_RETURNS),
  /** The token can be used until then. */
  until: timestamp,
})
export type Deletion = z.infer<typeof deletion>

export const readDeletion = endpoint({
  method: 'POST',
  path: '/api/deletions',
  summary: 'How far a deletion is, for everybody who has its token, for thirty days.',
  auth: 'none',
  limit: 'intent',
  body: z.object({ token: deletionToken }),
  answers: { 200: deletion },
  errors: ['not_found'],
})
