import { kycInit, type TokenAnswer, type VendorOutcome } from '@avouch/contract'
import type { Visit } from './steps.ts'

/** Begins the identity check of a signed-in visitor, as /kyc does. @returns where the visitor would be sent */
export async function beginCheck({ request, world }: Visit, { access_token }: TokenAnswer): Promise<URL> {
  const headers = { authorization: `Bearer ${access_token}` }
  const answer = await request.get(`${world.product}${kycInit.path}`, { headers })
  const { data } = (await answer.json()) as { data: { url: string } }
  return new URL(data.url)
}

/** The check comes to something, in whatever browser or phone it runs; its report may get lost, its document be another's. */
export async function endCheck(
  { request, world }: Visit,
  check: URL,
  status: VendorOutcome,
  { isLost = false, document = '' }: { isLost?: boolean; document?: string } = {},
): Promise<void> {
  await request.post(`${world.identity}/outcome`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    form: { ...Object.fromEntries(check.searchParams), status, lost: isLost ? 'yes' : '', document },
    maxRedirects: 0,
  })
}
