import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { createIntent, newBrowser } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

test('An address holds a hundred streams, beyond which its pages poll, and a stop ends them [APP-08 OPS-16]', async () => {
  const [cookie, address] = [newBrowser(), newAddress()]
  const { mintid } = await createIntent(the.api)
  const { id } = (await the.api.client('createAppLink', { body: { mintid } }, { cookie })).data
  const open = (from: string) =>
    fetch(`${the.api.baseUrl}/api/app-links/${id}/events`, { headers: { cookie, 'x-forwarded-for': from } })
  const answers = await Promise.all(Array.from({ length: 101 }, () => open(address)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  expect(answers.find(({ status }) => status !== 200)?.status).toBeGreaterThanOrEqual(429)
  const other = await open(newAddress())
  expect(other.status).toBe(200)
  await the.api.restart()
  for (const stream of [...answers.slice(0, 3), other]) await stream.text()
  expect((await open(address)).status).toBe(200)
})
