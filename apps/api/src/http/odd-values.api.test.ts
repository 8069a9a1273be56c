import { api, type Endpoint } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { registered, signUp } from '#test/builders.ts'
import { callAs, invited, newOwner, type Person } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { CLIENT, send } from '#test/wire.ts'

const the = useTestApi()
const TYPES = { json: 'application/json', raw: 'application/json', form: 'application/x-www-form-urlencoded' }
const ANY_ID = 'AAAAAAAAAAAAAAAAAAAAAA'

/** NUL, letters beyond Latin-1, malformed escapes, too long ones: no other test sends these bytes. */
const ODD = ['int_1%00', 'a%0D%0A%F0%9F%98%80', '%zz', '%ed%a0%80', '..%2f..', '__proto__', 'x'.repeat(300)]

let keys: Record<Endpoint['auth'], Record<string, string>>
let owner: Person
beforeAll(async () => {
  owner = await newOwner(the.api)
  const operator = await invited(the.api, 'operator')
  // One person of a project and of the installation: each endpoint of the consoles lets it in.
  const [link = ''] = await the.api.operate('staff', 'invite', 'owner', '--provider', owner.project)
  await callAs(
    the.api,
    'adminAcceptInvitation',
    { body: { invitation: new URL(link).hash.slice(1) } },
    { cookie: operator.cookie },
  )
  const bearer = { authorization: `Bearer ${(await registered(the.api)).bearer}` }
  keys = {
    none: {},
    optional_bearer: bearer,
    bearer,
    recent_bearer: bearer,
    bearer_or_tombstone: bearer,
    bearer_or_deletion: bearer,
    pre_confirmation: { authorization: `Bearer ${(await signUp(the.api)).bearer}` },
    client: { authorization: CLIENT },
    provider: { authorization: `Bearer ${the.api.credentials.provider.apiKey}` },
    signature: {},
    staff: { cookie: operator.cookie, origin: the.api.settings['PUBLIC_URL'] ?? '' },
  }
})

test('Every operation answers every odd text in its address, and never with a 5xx [P-10 X-02]', async () => {
  const withParams = Object.values<Endpoint>(api).filter(({ path }) => path.includes('/:'))
  for (const { method, path, body, bodyType = 'json', auth } of withParams)
    for (const [, odd] of path.matchAll(/:([a-z]+)/g))
      for (const value of ODD) {
        // From another address each time, so that no limit answers in place of the endpoint.
        const headers = {
          'x-forwarded-for': newAddress(),
          ...keys[auth],
          ...(body !== undefined && { 'content-type': TYPES[bodyType] }),
        }
        const address = path.replaceAll(/:([a-z]+)/g, (_, name: string) =>
          name === odd ? value : name === 'project' ? owner.project : ANY_ID,
        )
        const given = body === undefined ? {} : { body: bodyType === 'form' ? '' : '{}' }
        const { status, text } = await send(the.api, method, address, { headers, ...given })
        expect(status, `${method} ${address} ${text}`).toBeLessThan(500)
      }
})
