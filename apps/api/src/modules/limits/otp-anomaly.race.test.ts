import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { digits, GOOD_PIN, newBrowser, newNumber, registered, signUp } from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ LIMITS: 'code.everyone=6/h' })

type Process = Pick<typeof the.api, 'client'>

async function guessIn(process: Process, guesses: number) {
  const begun = await signUp(the.api, newNumber())
  for (let i = 0; i < guesses; i++) {
    const code = String((Number(begun.code) + 1 + i) % 1_000_000).padStart(6, '0')
    const { bearer, pinId } = begun
    await process.client('verifyCode', { body: { pinId, code } }, { bearer }).catch(() => undefined)
  }
}

test('CODE-12 wrong codes are counted over all processes, and each knows that there are too many', async () => {
  holdTime(the.api)
  const twin = await the.api.twin()
  const numbers: string[] = []
  for (let i = 0; i < 2; i++) numbers.push((await registered(the.api)).number)
  the.api.clock.advance(2 * MINUTE_MS)
  const form = async (process: Process, number: string) => {
    const body = { phone: digits(number), pin: GOOD_PIN }
    return (await process.client('prelogin', { body }, { cookie: newBrowser() })).data?.form
  }
  await guessIn(the.api, 3)
  await guessIn(twin, 4)
  // Neither has seen six of them.
  for (const [i, process] of [the.api, twin].entries())
    await expect.poll(() => form(process, numbers[i] ?? ''), { timeout: 10_000 }).toBe('link')
  // A third one has seen none.
  const late = await the.api.twin()
  const { number } = await registered(the.api)
  the.api.clock.advance(2 * MINUTE_MS)
  await expect.poll(() => form(late, number), { timeout: 10_000 }).toBe('link')
  await Promise.all([twin, late].map((process) => process.close()))
})
