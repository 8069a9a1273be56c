import { createHash } from 'node:crypto'
import { isApproved, type VendorOutcome } from '@avouch/contract'
import type { Fields } from '../http/server.ts'
import type { Check } from './checks.ts'

const MAX_WORD = 60

/** What a tester calls the document that is shown. */
export const readDocument = ({ document = '' }: Fields): string | undefined =>
  document.trim().slice(0, MAX_WORD) || undefined

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

const hashOf = (tc: string, found: Check['found']) =>
  hash(found?.document === undefined ? `check ${tc}` : `document ${found.document}`)

/** What an approval reports of its document. One word is one document; a check without a word has one of its own. */
export const documentOf = (tc: string, status: VendorOutcome, found: Check['found']): { document_hash?: string } =>
  isApproved(status) ? { document_hash: hashOf(tc, found) } : {}

/** What the product is answered of it: those who decide a review themselves need the document as well. */
export const documentToldOf = (tc: string, status: VendorOutcome, found: Check['found']): { document_hash?: string } =>
  status === 'PENDING_MANUAL_REVIEW' ? { document_hash: hashOf(tc, found) } : documentOf(tc, status, found)
