import type { api, OperationName, Sent, TokenAnswer } from '@avouch/contract'
import { newAddress } from '../support/address.ts'
import { digits, GOOD_PIN, newBrowser, newNumber } from '../support/builders.ts'
import { createTestClient } from '../support/test-client.ts'
import type { World } from './site.ts'

/** A person in a browser at the product, step by step; calls have its cookie and, once there is one, its token. */
export function createVisitor(url: string, world: World, number = newNumber()) {
  const [address, cookie, phone] = [newAddress(), newBrowser(), digits(number)]
  const client = createTestClient(url, () => address, { saw: () => {} })
  const session: Partial<TokenAnswer> & { pinId: string } = { pinId: '' }
  const call = <Name extends OperationName>(name: Name, input: Sent<(typeof api)[Name]>) =>
    client(name, input, { cookie, bearer: session.access_token })
  /** With the client's credentials, not with a token. */
  const token = async (body: Sent<(typeof api)['token']>['body']) =>
    Object.assign(session, (await client('token', { body }, { cookie })).data)
  const consents = { language: 'en', data_collection_consent: false } as const
  return {
    call,
    number,
    async page(path: string): Promise<void> {
      const answer = await fetch(url + path, { headers: { accept: 'text/html', 'x-forwarded-for': address } })
      await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} of ${path}`)
    },
    'sign-up': () => call('signup', { body: { phone, password: GOOD_PIN, ...consents } }),
    grant: () => token({ grant_type: 'password', username: phone, password: GOOD_PIN }),
    send: async () => Object.assign(session, (await call('resendCode', { body: {} })).data),
    async verify() {
      const body = { pinId: session.pinId, code: world.codeFor(number) }
      Object.assign(session, (await call('verifyCode', { body })).data)
    },
    poll: () => call('kycStatus', {}),
    refresh: () => token({ grant_type: 'refresh_token', refresh_token: session.refresh_token ?? '' }),
    'log-in': () => client('prelogin', { body: { phone, pin: GOOD_PIN } }, { cookie }),
  }
}
