import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { tokenHash } from '../../platform/identifier.ts'
import { changePin, digits, knownBrowser, newBrowser, OTHER_PIN, provenNumber, signInOn } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { readWhole, runJob } from '#test/whole-database.ts'

const DAY_MS = 24 * HOUR_MS
const the = useTestApi()
beforeAll(() => the.api.clock.toNextDay())

/** Lists where the hash of a forgotten browser remains, and for how many days at most. The security page says the same. */
const REMAINS = [
  { column: 'session_family.device_hash', days: 2 },
  { column: 'recovery_token.device_hash', days: 1 },
  { column: 'sms_code.used_by', days: 2 },
]

type Visitor = { number: string; cookie: string }
/** The wait for another SMS to browsers that are not recognised. */
const signInElsewhere = ({ number }: Visitor) => {
  the.api.clock.advance(HOUR_MS)
  return signInOn(the.api, newBrowser(), number)
}

/** Every way in which an account comes to recognise a browser no more. */
const WAYS = {
  'ten other browsers came after it': async (visitor: Visitor) => {
    for (let i = 0; i < 10; i++) await signInElsewhere(visitor)
  },
  'ten PINs were wrong in it': async ({ number, cookie }: Visitor) => {
    const body = { phone: digits(number), pin: '0000' }
    for (let i = 0; i < 10; i++) await the.api.client('prelogin', { body }, { cookie }).catch(() => undefined)
  },
  'another PIN was set elsewhere': async ({ number }: Visitor) => {
    const cookie = newBrowser()
    const recoverPinToken = await provenNumber(the.api, number, cookie)
    await changePin(the.api, number, recoverPinToken, OTHER_PIN, cookie)
  },
  'no log-in was completed in it for 180 days': async () => the.api.clock.advance(180 * DAY_MS),
} satisfies Record<string, (visitor: Visitor) => unknown>

/** A visitor who has proven a reset in this browser, and not finished it. */
async function atHome(): Promise<Visitor> {
  const { number, cookie } = await knownBrowser(the.api)
  await provenNumber(the.api, number, cookie)
  return { number, cookie }
}

/** Columns with the hash of the browser, as bytes or in a text. */
async function columnsWith(cookie: string): Promise<string[]> {
  const hash = tokenHash(cookie.slice(4)).toString('hex')
  const { values } = await readWhole(the.api)
  return [...values].filter(([, found]) => [...found].some((value) => value.includes(hash))).map(([column]) => column)
}

test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  'A browser that is forgotten because %s leaves only what is listed, each for its time [DEVICE-11]',
  async (way) => {
    the.api.clock.hold()
    const visitor = await atHome()
    const listed = REMAINS.map(({ column }) => column)
    expect((await columnsWith(visitor.cookie)).sort()).toEqual(['account_device.device_hash', ...listed].sort())
    await WAYS[way](visitor)
    const from = the.api.clock.now().getTime()
    const unlisted: string[] = []
    for (const days of [0, 1, 2]) {
      the.api.clock.advance(from + days * DAY_MS + 10 * MINUTE_MS - the.api.clock.now().getTime())
      await runJob(the.api, 'retention.sweep')
      const gone = (column: string) => !REMAINS.some((one) => one.column === column && one.days > days)
      unlisted.push(...(await columnsWith(visitor.cookie)).filter(gone).map((column) => `${column} after ${days} days`))
    }
    expect(unlisted).toEqual([])
  },
)

test('A browser that is used every few months stays recognised [DEVICE-10 DEVICE-01]', async () => {
  const { number, cookie } = await atHome()
  for (let uses = 0; uses < 3; uses++) {
    the.api.clock.advance(100 * DAY_MS)
    await signInOn(the.api, cookie, number)
    await runJob(the.api, 'retention.sweep')
  }
  expect(await columnsWith(cookie)).toContain('account_device.device_hash')
})
