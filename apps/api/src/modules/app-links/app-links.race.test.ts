import { expect, test } from 'vitest'
import { createIntent, newBrowser, registered } from '#test/builders.ts'
import { rows, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20' })

async function shown() {
  const { mintid } = await createIntent(the.api)
  const { data } = await the.api.client('createAppLink', { body: { mintid } }, { cookie: newBrowser() })
  return { ...data, mintid, code: new URL(data.url).pathname.replace('/a/', '') }
}

test('Of twenty users who scan a code at once one gets it [APP-07]', async () => {
  const { code } = await shown()
  const users = await Promise.all(Array.from({ length: 20 }, () => registered(the.api)))
  const scans = users.map(
    ({ bearer }) =>
      () =>
        the.api.client('claimAppLink', { params: { code } }, { bearer }),
  )
  expect(tally(await together(scans))).toEqual({ ok: 1, '410 app_link_over': 19 })
})

test('Of numbers that are picked concurrently one counts [APP-06]', async () => {
  const { code, number } = await shown()
  const { bearer } = await registered(the.api)
  await the.api.client('claimAppLink', { params: { code } }, { bearer })
  const pick = (picked: number) => () =>
    the.api.client('matchAppLink', { params: { code }, body: { number: picked } }, { bearer })
  const outcome = tally(
    await together([...times(10, () => pick(number)()), ...times(10, () => pick(number === 10 ? 11 : 10)())]),
  )
  expect(outcome['410 app_link_over']).toBe(19)
})

test('The database holds neither an app link nor its code [APP-05]', async () => {
  const link = await shown()
  const kept = JSON.stringify(await rows(the.api, 'select t::text as row from app_link t'))
  expect(kept.length).toBeGreaterThan(100)
  for (const secret of [link.id, link.code, link.mintid])
    for (const text of [secret, Buffer.from(secret).toString('hex')]) expect(kept).not.toContain(text)
})
