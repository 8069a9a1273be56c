import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { answer as show, trusting } from '#test/age-app.ts'
import { createOffice } from '#test/age-office.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { arrive, createBrowser, createClient, goBack, newRequest, redeem, userinfo, WITH_OIDC } from '#test/website.ts'

const office = createOffice()
const t = useTestApi({ ...WITH_OIDC, ...trusting(office) })
const [ACCOUNT, PRESENTED] = ['urn:avouch:acr:account', 'urn:avouch:acr:presented']

/** A visitor on the landing page. @returns how they may prove their age */
async function asked(more: Record<string, string>) {
  const client = await createClient(t.api)
  const browser = createBrowser(t.api)
  const request = newRequest(t.api, client, more)
  const arrived = await arrive(browser, request.address)
  return { client, browser, ...request, ...arrived }
}
async function accepted(more: Record<string, string>) {
  const { mintid } = await asked(more)
  return (await t.api.client('intentSummary', { params: { id: mintid } })).data.accept
}
const essential = (acr: string) => JSON.stringify({ id_token: { acr: { essential: true, value: acr } } })

test('An app answers a website’s client for an age that no account shows, and the tokens say how [OIDC-17 VP-07]', async () => {
  const { client, browser, request, verifier, mintid } = await asked({ scope: 'openid age age_over:21' })
  const { data: begun } = await t.api.client('createPresentation', { body: { mintid, way: 'qr' } })
  expect((await show(t.api, begun.url ?? '', office.issue({ age: 21 }))).status).toBe(200)
  const code = (await goBack(t.api, browser, request)).get('code') ?? ''
  const { data } = await redeem(t.api, client, { code, verifier })
  const said = { acr: PRESENTED, amr: ['pop'], age_over_18: true, age_over_21: true, age_method: 'proof_of_age' }
  expect(decodeJwt(data['id_token'] ?? '')).toMatchObject(said)
  expect((await userinfo(t.api, data['access_token'] ?? '')).data).toMatchObject(said)
})

test('A request for several ages asks for the highest one, which includes every lower one [OIDC-09]', async () => {
  const claims = JSON.stringify({ id_token: { age_over_21: null } })
  for (const [age, more] of [
    [18, { scope: 'openid age age_over:16' }],
    [21, { scope: 'openid age age_over:21' }],
    [21, { scope: 'openid age_over:18 age_over:21 age_over:12' }],
    [21, { scope: 'openid age', claims }],
    [16, { scope: 'openid age_over:16' }],
    [18, { scope: 'openid' }],
  ] as const) {
    const { mintid } = await asked(more)
    const { data } = await t.api.client('intentSummary', { params: { id: mintid } })
    expect([more, data.minimum_age]).toEqual([more, age])
  }
})

test('An authentication context is one of accounts, or one of apps [OIDC-17]', async () => {
  expect(await accepted({})).toEqual(['identity_check', 'proof_of_age'])
  expect(await accepted({ claims: essential(ACCOUNT) })).toEqual(['identity_check'])
  expect(await accepted({ claims: essential(PRESENTED) })).toEqual(['proof_of_age'])
  expect(await accepted({ acr_values: PRESENTED })).toEqual(['proof_of_age'])
  expect(await accepted({ acr_values: `${PRESENTED} ${ACCOUNT}` })).toEqual(['identity_check', 'proof_of_age'])
  expect(await accepted({ acr_values: PRESENTED, claims: essential(ACCOUNT) })).toEqual(['identity_check'])
  // A preference is no reason to refuse.
  expect(await accepted({ acr_values: ACCOUNT, scope: 'openid age_over:19' })).toEqual(['proof_of_age'])
})

test('An age that the required context cannot show is refused before the visitor is asked [OIDC-17]', async () => {
  const client = await createClient(t.api)
  const browser = createBrowser(t.api)
  const { address } = newRequest(t.api, client, { scope: 'openid age_over:19', claims: essential(ACCOUNT) })
  const website = new URL(await browser.follow(address))
  expect(Object.fromEntries(website.searchParams)).toMatchObject({ error: 'unmet_authentication_requirements' })
})
