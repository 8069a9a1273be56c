import { createHash } from 'node:crypto'
import { isApproved, type VendorOutcome } from '@avouch/contract'
import type { Check } from './checks.ts'

const MAX_WORD = 60

/** What a tester calls the document that is shown. */
export function readDocument({ document }: Record<string, unknown>): string | undefined {
  const word = typeof document === 'string' ? document.trim().slice(0, MAX_WORD) : ''
  return word === '' ? undefined : word
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

/** What is told of the document of an approval. One word is one document; a check without a word has one of its own. */
export const documentOf = (tc: string, status: VendorOutcome, found: Check['found']): { document_hash?: string } => {
  if (!isApproved(status)) return {}
  return { document_hash: hash(found?.document === undefined ? `check ${tc}` : `document ${found.document}`) }
}
