import { expect, test } from 'vitest'
import { useTestApi } from '#test/use-test-api.ts'
import { createBrowser, createClient, newRequest, WITH_OIDC } from '#test/website.ts'

const t = useTestApi({ ...WITH_OIDC, LIMITS: 'oidc.address=5/min' })

test('Requests beyond the limit of an address are refused before anything is stored', async () => {
  const client = await createClient(t.api)
  const status = async () => {
    const response = await createBrowser(t.api).visit(newRequest(t.api, client).address)
    await response.text()
    return response.status
  }
  const all = []
  for (let i = 0; i < 8; i++) all.push(await status())
  expect(all).toEqual([303, 303, 303, 303, 303, 429, 429, 429])
  expect((await t.api.contents()).filter(({ table }) => table.endsWith('oidc_record'))).toHaveLength(5)
})
