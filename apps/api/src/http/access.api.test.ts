import { api, type Auth, type Endpoint, MINUTE_MS } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { passwordGrant, registered, signUp } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const the = useTestApi()
const endpoints = Object.entries<Endpoint>(api).map(([name, endpoint]) => ({ name, ...endpoint }))
const asking = (...auth: Auth[]) => endpoints.filter((endpoint) => auth.includes(endpoint.auth))

const TYPES = { json: 'application/json', raw: 'application/json', form: 'application/x-www-form-urlencoded' }

async function knock({ method, path, body, bodyType = 'json' }: Endpoint, authorization: string | undefined) {
  const hasBody = body !== undefined
  const answer = await send(the.api, method, path.replace(/:(id|code)/, 'AAAAAAAAAAAAAAAAAAAAAA'), {
    headers: {
      ...(hasBody && { 'content-type': TYPES[bodyType] }),
      ...(authorization !== undefined && { authorization }),
    },
    ...(hasBody && { body: bodyType === 'form' ? 'a=b' : '{}' }),
  })
  return [answer.status, answer.body?.['code'] ?? answer.body?.['error']]
}

const NEVER = ['no token', 'garbage', 'an empty token', 'a refresh token', 'expired', 'revoked'] as const
const GIVEN = [...NEVER, 'pre-confirmation', 'a confirmed session'] as const

const tokens = new Map<(typeof GIVEN)[number], string | undefined>([
  ['no token', undefined],
  ['garbage', "Bearer ' or 1=1 --"],
  ['an empty token', 'Bearer '],
])
let openPreConfirmation = ''

beforeAll(async () => {
  const expired = await registered(the.api)
  the.api.clock.advance(10 * MINUTE_MS)
  const [visitor, revoked] = [await registered(the.api), await registered(the.api)]
  await the.api.client('revoke', { body: { token: revoked.bearer } })
  tokens.set('a refresh token', `Bearer ${visitor.tokens.refresh_token}`)
  tokens.set('pre-confirmation', `Bearer ${await passwordGrant(the.api, visitor.number, visitor.pin)}`)
  tokens.set('expired', `Bearer ${expired.bearer}`)
  tokens.set('revoked', `Bearer ${revoked.bearer}`)
  tokens.set('a confirmed session', `Bearer ${visitor.bearer}`)
  openPreConfirmation = `Bearer ${(await signUp(the.api)).bearer}`
})

const refused = (endpoint: Endpoint & { name: string }, ...given: (typeof GIVEN)[number][]) =>
  given.map((one) => ({ endpoint, given: one, name: endpoint.name }))
test.each([
  ...asking('bearer', 'recent_bearer', 'bearer_or_tombstone', 'bearer_or_deletion').flatMap((one) =>
    refused(one, ...NEVER, 'pre-confirmation'),
  ),
  ...asking('pre_confirmation').flatMap((one) => refused(one, ...NEVER, 'a confirmed session')),
])('$name refuses $given [X-01]', async ({ endpoint, given }) => {
  const code = given === 'pre-confirmation' ? 'insufficient_user_authentication' : 'invalid_token'
  expect(await knock(endpoint, tokens.get(given))).toEqual([401, code])
})

test.each([
  { auth: 'client', code: 'invalid_client' },
  { auth: 'provider', code: 'invalid_api_key' },
  { auth: 'signature', code: 'invalid_signature' },
] as const)('An endpoint with $auth refuses every token of a visitor [X-01]', async ({ auth, code }) => {
  for (const endpoint of asking(auth))
    for (const token of [...tokens.values(), openPreConfirmation])
      expect([endpoint.name, ...(await knock(endpoint, token))]).toEqual([endpoint.name, 401, code])
})

test('No endpoint is open by mistake [X-01]', () => {
  expect(asking('none').map(({ name }) => name)).toEqual([
    'captcha',
    'signup',
    'prelogin',
    'resumeSignIn',
    'prechangePin',
    'recoverCode',
    'recoverDelivery',
    'recoverVerify',
    'changePin',
    'passkeyRequestOptions',
    'signInByPasskey',
    'validatePhone',
    'readDeletion',
    'beginAppeal',
    'intentSummary',
    'createAppLink',
    'followAppLink',
    'followPresentation',
    'answerByBrowser',
    'finishPresentation',
    'jwks',
    'switches',
    'adminEnrol',
    'adminConfirmEnrolment',
    'adminSignIn',
    'adminReadInvitation',
  ])
})
