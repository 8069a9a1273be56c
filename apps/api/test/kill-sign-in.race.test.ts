import { HOUR_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from './support/address.ts'
import {
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  OTHER_PIN,
  otherThan,
  passwordGrant,
  registered,
  sendSignUp,
  signUp,
} from './support/builders.ts'
import { layLine } from './support/cut-line.ts'
import { kill, startProcess } from './support/own-process.ts'
import { pinCount } from './support/pin-count.ts'
import { isSoak, soak } from './support/soak.ts'
import { Refusal } from './support/test-client.ts'
import { rows } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi()

/** Makes a call; one that gets no answer is made again, to the next process. */
type Call = <T>(run: (isAgain: boolean) => Promise<T>) => Promise<T>
/** `goOn`: the next process. @returns whether one was killed since killAt */
type Server = { call: Call; killAt: (n: number) => void; goOn: () => Promise<boolean> }

/** A server of its own process, which is killed at one of its lasting changes: that one is done, and no caller hears of it. */
async function withServer(run: (server: Server) => Promise<void>): Promise<void> {
  const line = await layLine(new URL(the.api.databaseUrl ?? ''))
  await the.api.aside(async () => {
    let running = await startProcess(the.api, line.url)
    let wasKilled = false
    const goOn = async () => {
      line.mend()
      if (running.killed) {
        await kill(running)
        running = await startProcess(the.api, line.url)
      }
      return wasKilled
    }
    const call: Call = async (send) => {
      try {
        return await send(false)
      } catch (error) {
        if (error instanceof Refusal || !running.killed) throw error
        await goOn()
        return send(true)
      }
    }
    const killAt = (n: number) => {
      wasKilled = false
      line.cutAt(n, () => {
        wasKilled = running.kill('SIGKILL')
      })
    }
    try {
      await run({ call, killAt, goOn })
    } finally {
      await kill(running)
      await line.close()
    }
  })
}

const accountOf = async (bearer: string) => (await the.api.client('me', {}, { bearer })).data
const sessionsOf = (accountId: string) =>
  rows(the.api, `select 1 from session_family where account_id = $1 and scope = 'full' and state = 'live'`, [accountId])

/** The code of the number's next SMS, however often that was sent. */
async function nextCode(number: string, before: number): Promise<string> {
  const sent = () => new Set(the.api.world.sentTo(number).map(({ idempotency_key }) => idempotency_key))
  await expect.poll(() => sent().size).toBe(before + 1)
  return the.api.world.codeFor(number)
}

/** The right code, after a wrong one. @returns the account */
async function confirms(call: Call, begun: Parameters<typeof confirmCode>[1]): Promise<string> {
  const wrong = { ...begun, code: otherThan(begun.code) }
  await call(() => expect(confirmCode(the.api, wrong)).rejects.toMatchObject({ code: 'wrong_sms_code' }))
  const tokens = await call(() => confirmCode(the.api, begun))
  await call(() => accountOf(tokens.access_token))
  return tokens.user_id ?? ''
}

/** Checks that what was acknowledged holds, and that one session is open. */
const FLOWS: Record<string, () => Promise<(call: Call) => Promise<void>>> = {
  'a sign-up': async () => {
    const number = newNumber()
    return async (call) => {
      await call(() => sendSignUp(the.api, number))
      const bearer = await call(() => passwordGrant(the.api, number, GOOD_PIN))
      const { pinId } = await call(async () => (await the.api.client('resendCode', { body: {} }, { bearer })).data)
      const account = await confirms(call, { bearer, pinId, code: await nextCode(number, 0) })
      expect(await sessionsOf(account)).toHaveLength(1)
    }
  },
  'a log-in': async () => {
    const { number, pin, tokens } = await registered(the.api)
    const cookie = newBrowser()
    return async (call) => {
      const body = { phone: digits(number), pin }
      const sent = await call(async () => (await the.api.client('prelogin', { body }, { cookie })).data)
      const bearer = await call(() => passwordGrant(the.api, number, pin, cookie))
      const code = await nextCode(number, 1)
      expect(await confirms(call, { bearer, cookie, pinId: sent?.pinId ?? '', code })).toBe(tokens.user_id)
      expect(await sessionsOf(tokens.user_id ?? '')).toHaveLength(2)
    }
  },
  'a reset': async () => {
    const { number, tokens } = await registered(the.api)
    const phone = digits(number)
    const cookie = newBrowser()
    return async (call) => {
      const asked = { phone, language: 'en' } as const
      const sent = await call(async () => (await the.api.client('recoverCode', { body: asked }, { cookie })).data)
      const proof = { pinId: sent?.pinId ?? '', code: await nextCode(number, 1) }
      const proven = await call(async () => (await the.api.client('recoverVerify', { body: proof }, { cookie })).data)
      const body = { phone, pin: OTHER_PIN, ...proven }
      await call(async (isAgain) => {
        const change = the.api.client('changePin', { body }, { cookie })
        // A token counts once, for the call whose answer got lost too.
        await change.catch((error: unknown) => {
          if (!isAgain) throw error
          expect(error).toMatchObject({ code: 'wrong_verification' })
        })
      })
      await call(() => passwordGrant(the.api, number, OTHER_PIN, cookie))
      await call(() =>
        expect(passwordGrant(the.api, number, GOOD_PIN, cookie)).rejects.toMatchObject({ code: 'invalid_grant' }),
      )
      // The one that the reset opened.
      expect(await sessionsOf(tokens.user_id ?? '')).toHaveLength(1)
    }
  },
}

/** By day failpoints.race.test.ts loses the answers of the same calls. */
test.runIf(isSoak).each(Object.entries(FLOWS))(
  'A server killed after any lasting change of %s loses nothing that it acknowledged, and opens no second session [OPS-03 R-02]',
  { timeout: 600_000 },
  (_what, begin) =>
    withServer(async ({ call, killAt, goOn }) => {
      let changes = 0
      for (let wasKilled = true; wasKilled; changes++) {
        const flow = await begin()
        killAt(changes + 1)
        await flow(call)
        wasKilled = await goOn()
      }
      expect(changes).toBeGreaterThan(10)
    }),
)

const DIGITS_STEP_MS = (24 * HOUR_MS) / 5
const LEVEL = 'select guess_level from sms_code where id = $1'
const GUESSES = {
  PIN: {
    most: 10,
    begin: async () => {
      const { number, tokens } = await registered(the.api)
      const guess = (pin: string) =>
        the.api.client('prelogin', { body: { phone: digits(number), pin } }, { address: newAddress() })
      return {
        wrong: () => guess(OTHER_PIN),
        right: () => guess(GOOD_PIN),
        counted: () => pinCount(the.api, 'pin_failures', tokens.user_id ?? ''),
      }
    },
  },
  code: {
    most: 5,
    begin: async () => {
      const begun = await signUp(the.api)
      const level = async () => Number((await rows(the.api, LEVEL, [begun.pinId]))[0]?.['guess_level'])
      return {
        wrong: () => confirmCode(the.api, { ...begun, code: otherThan(begun.code) }),
        right: () => confirmCode(the.api, begun),
        counted: async () => Math.max(0, Math.ceil(((await level()) - the.api.clock.now().getTime()) / DIGITS_STEP_MS)),
      }
    },
  },
}

test.each(Object.entries(GUESSES))(
  'A wrong %s that is counted stays so when the server is killed before it answers [OPS-03 R-05]',
  { timeout: 600_000 },
  (_what, { most, begin }) =>
    withServer(async ({ killAt, goOn }) => {
      const kept: number[] = []
      for (let wasKilled = true, n = 1; wasKilled; n += soak(2, 1)) {
        const { wrong, right, counted } = await begin()
        killAt(n)
        await wrong().catch(() => {})
        wasKilled = await goOn()
        const before = await counted()
        if (wasKilled) kept.push(before)
        for (let i = before; i < most; i++) await expect(wrong()).rejects.toBeInstanceOf(Refusal)
        await expect(right()).rejects.toBeInstanceOf(Refusal)
      }
      expect(kept.toSorted((one, other) => one - other)).toEqual(kept)
      expect(kept.at(-1)).toBe(1)
    }),
)
