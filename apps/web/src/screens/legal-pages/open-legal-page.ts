import { LEGAL_PAGES, legalPageAt } from '@avouch/contract'
import { navigate } from '#router/navigation.ts'

/** Goes to a page to read, at any address of one. */
export function openLegalPage(address: string): void {
  const page = legalPageAt(address)
  if (page !== undefined) void navigate({ to: LEGAL_PAGES[page.name][page.language], keepHash: true })
}
