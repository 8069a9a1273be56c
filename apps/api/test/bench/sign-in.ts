import type { TokenAnswer } from '@avouch/contract'
import { createTestClient } from '../support/test-client.ts'
import { PIN } from './people.ts'
import type { Gateway } from './world.ts'

let made = 0

/** Sessions of new accounts, made as visitors make them, where no database can be reached. */
export async function signIn(url: string, gateway: Gateway, count: number): Promise<TokenAnswer[]> {
  const client = createTestClient(url, () => `20.1.${made >> 8}.${made & 255}`, { saw: () => {} })
  async function one() {
    made += 1
    const number = `+49160${String(10_000_000 + made)}`
    const phone = number.slice(1)
    const more = { language: 'en', data_collection_consent: false } as const
    await client('signup', { body: { phone, password: PIN, ...more } })
    const granted = await client('token', { body: { grant_type: 'password', username: phone, password: PIN } })
    const bearer = granted.data.access_token
    const { data } = await client('resendCode', { body: {} }, { bearer })
    const code = (await gateway.codes()).get(number) ?? ''
    return (await client('verifyCode', { body: { pinId: data.pinId, code } }, { bearer })).data
  }
  const all = []
  for (let n = 0; n < count; n++) all.push(await one())
  return all
}
