import { MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { digits, knownBrowser, newBrowser, OTHER_PIN } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

const verify = (pinId: string, code: string, cookie: string) =>
  the.api.client('recoverVerify', { body: { pinId, code } }, { cookie })

async function begin(number: string, cookie: string) {
  const { data } = await the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } }, { cookie })
  return { number, cookie, form: data?.form, pinId: data?.pinId ?? '', code: the.api.world.codeFor(number) }
}
type Begun = Awaited<ReturnType<typeof begin>>

async function spend({ pinId, code, cookie }: Omit<Begun, 'form'>, tries: number) {
  const guesses = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(6)).filter((guess) => guess !== code)
  for (const guess of guesses.slice(0, tries)) await verify(pinId, guess, cookie).catch(() => undefined)
}

/** Another person begins resets again and again, and enters wrong codes. */
async function closeElsewhere(number: string) {
  await spend(await begin(number, newBrowser()), 5)
  expect((await begin(number, newBrowser())).form).toBe('link')
}

describe('CODE-15 a reset in a browser that the account knows', () => {
  test('CODE-09 gets digits while wrong codes have used them up in all others', async () => {
    const { number, cookie } = await knownBrowser(the.api)
    await closeElsewhere(number)
    const { pinId, code } = await begin(number, cookie)
    const { recoverPinToken } = (await verify(pinId, code, cookie)).data
    const body = { phone: digits(number), pin: OTHER_PIN, recoverPinToken }
    expect((await the.api.client('changePin', { body }, { cookie })).status).toBe(200)
  })

  test('is neither ended nor shared by a reset in another browser', async () => {
    const { number, cookie } = await knownBrowser(the.api)
    const mine = await begin(number, cookie)
    const theirs = await begin(number, newBrowser())
    expect(theirs.pinId).not.toBe(mine.pinId)
    await spend(theirs, 5)
    the.api.clock.advance(MINUTE_MS)
    await begin(number, newBrowser())
    expect((await verify(mine.pinId, mine.code, mine.cookie)).data.recoverPinToken).toMatch(/^avrc_/)
  })

  test('does not go on with the code of a browser without a cookie', async () => {
    const { number, cookie } = await knownBrowser(the.api)
    const body = { phone: digits(number), language: 'en' } as const
    const theirs = (await the.api.client('recoverCode', { body })).data?.pinId
    the.api.clock.advance(MINUTE_MS)
    expect((await begin(number, cookie)).pinId).not.toBe(theirs)
  })

  test('CODE-09 gets links after five wrong codes of its own, and no other browser does', async () => {
    const { number, cookie } = await knownBrowser(the.api)
    await spend(await begin(number, cookie), 5)
    expect((await begin(number, cookie)).form).toBe('link')
    the.api.clock.advance(MINUTE_MS)
    expect((await begin(number, newBrowser())).form).toBe('digits')
  })
})
