import { legalPageAt } from '@avouch/contract'
import { inBackground } from '#api/report.ts'
import { navigate } from '#router/navigation.ts'

/** Goes to the legal page at an address. */
export function openLegalPage(address: string): void {
  const page = legalPageAt(address)
  if (page !== undefined) inBackground(navigate({ to: page.address, keepHash: true }))
}
