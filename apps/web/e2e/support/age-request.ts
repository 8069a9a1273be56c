import { createIntent, type ProofMethod, type ProviderIntent, type ReturnTab } from '@avouch/contract'
import type { Visit } from './steps.ts'
import { cinemaKey } from './world.ts'

type Wish = { minimum_age?: number; accept?: readonly ProofMethod[]; return?: ReturnTab }

/** A request of the cinema's server. @returns its merchant intent code */
export async function requestForAge(
  { world, request }: Pick<Visit, 'world' | 'request'>,
  wish: Wish,
  key = cinemaKey(),
): Promise<string> {
  const made = await request.post(`${world.product}${createIntent.path}`, {
    headers: { authorization: `Bearer ${key}` },
    data: { redirect_uri: `${world.provider}/return`, ...wish },
  })
  return ((await made.json()) as ProviderIntent).mintid
}
