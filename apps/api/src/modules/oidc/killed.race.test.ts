import { expect, test } from 'vitest'
import { kill, startProcess } from '#test/own-process.ts'
import { useTestApi } from '#test/use-test-api.ts'
import {
  answer,
  arrive,
  createBrowser,
  createClient,
  goBack,
  newRequest,
  redeem,
  userinfo,
  WITH_OIDC,
} from '#test/website.ts'

const t = useTestApi(WITH_OIDC)

test('A request goes on when the server is killed before the redirect and between code and token [OPS-03 OIDC-21]', async () => {
  const client = await createClient(t.api)
  await t.api.aside(async () => {
    const start = () => startProcess(t.api, t.api.databaseUrl ?? '')
    let running = await start()
    const killed = async () => {
      await kill(running)
      running = await start()
    }
    try {
      const browser = createBrowser(t.api)
      const { verifier, address } = newRequest(t.api, client)
      const { request, mintid } = await arrive(browser, address)
      await answer(t.api, mintid, 'yes')
      await killed()
      const code = (await goBack(t.api, browser, request)).get('code') ?? ''
      await killed()
      const { status, data } = await redeem(t.api, client, { code, verifier })
      expect(status).toBe(200)
      expect((await userinfo(t.api, data['access_token'] ?? '')).data).toMatchObject({ age_over_18: true })
    } finally {
      await kill(running)
    }
  })
})
