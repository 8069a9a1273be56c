import { expect, test } from 'vitest'
import { pathOf } from '#test/count-statements.ts'
import { useTestApi } from '#test/use-test-api.ts'
import {
  answer,
  basicOf,
  createBrowser,
  createClient,
  newRequest,
  post,
  redeem,
  userinfo,
  WITH_OIDC,
} from '#test/website.ts'

const t = useTestApi(WITH_OIDC)

test('OIDC-26 a flow costs 13 statements and five commits from the pushed request to userinfo', async () => {
  const client = await createClient(t.api)
  const browser = createBrowser(t.api)
  const { params, verifier } = newRequest(t.api, client)
  const costs: [route: string, statements: number, commits: number][] = []
  async function step<T>(route: string, call: () => Promise<T>): Promise<T> {
    let result: { value: T } | undefined
    const ran = await pathOf(route, async () => (result = { value: await call() }))
    costs.push([route, ran.statements.length, ran.commits])
    if (result === undefined) throw new Error('no answer')
    return result.value
  }

  const authorization = basicOf(client.id, client.secret)
  const pushed = await step('/oidc/par', () => post(t.api, '/par', params, { authorization }))
  const reference = new URLSearchParams({ client_id: client.id, request_uri: pushed.data['request_uri'] ?? '' })
  const request = await step('/oidc/auth', () => browser.follow(`/oidc/auth?${reference.toString()}`))
  const landing = await step('/oidc/interaction/:ref', () => browser.follow(request))
  await answer(t.api, new URL(landing).searchParams.get('mintid') ?? '', 'yes')
  const next = await step('/oidc/interaction/:ref/done', () => browser.follow(`${request}/done`))
  const website = new URL(await step('/oidc/auth/:ref', () => browser.follow(next)))
  const code = website.searchParams.get('code') ?? ''
  t.api.secrets.saw(JSON.stringify({ code }))
  const { data } = await step('/oidc/token', () => redeem(t.api, client, { code, verifier }))
  await step('/oidc/userinfo', () => userinfo(t.api, data['access_token'] ?? ''))
  expect(costs).toEqual([
    ['/oidc/par', 2, 1],
    ['/oidc/auth', 2, 1],
    ['/oidc/interaction/:ref', 1, 0],
    ['/oidc/interaction/:ref/done', 2, 1],
    ['/oidc/auth/:ref', 2, 1],
    ['/oidc/token', 3, 1],
    ['/oidc/userinfo', 1, 0],
  ])
})
