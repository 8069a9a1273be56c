import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { tokenHash } from '../../platform/identifier.ts'
import { digits, GOOD_PIN, newBrowser, OTHER_PIN, provenNumber, registered, signInOn } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { readWhole, runJob } from '#test/whole-database.ts'

const DAY_MS = 24 * HOUR_MS
const the = useTestApi()
beforeAll(() => the.api.clock.toNextDay())

/** Where the hash of a forgotten browser is, and for how many days at most. The security page says the same. */
const REMAINS = [
  { column: 'device.hash', days: 1 },
  { column: 'session_family.device_hash', days: 2 },
  { column: 'sms_challenge.device_hash', days: 2 },
]

type Visitor = { number: string; cookie: string }
const wrong = ({ number, cookie }: Visitor) =>
  the.api.client('prelogin', { body: { phone: digits(number), pin: '0000' } }, { cookie }).catch(() => undefined)
const signInElsewhere = ({ number }: Visitor) => {
  the.api.clock.advance(2 * MINUTE_MS)
  return signInOn(the.api, newBrowser(), number)
}

/** Every way in which an account comes not to know a browser any more. */
const WAYS = {
  'ten other browsers came after it': async (visitor: Visitor) => {
    for (let i = 0; i < 10; i++) await signInElsewhere(visitor)
  },
  'ten wrong PINs made it unknown': async (visitor: Visitor) => {
    for (let i = 0; i < 10; i++) await wrong(visitor)
  },
  'another PIN was set elsewhere': async ({ number }: Visitor) => {
    const cookie = newBrowser()
    const recoverPinToken = await provenNumber(the.api, number, cookie)
    const body = { phone: digits(number), pin: OTHER_PIN, recoverPinToken }
    await the.api.client('changePin', { body }, { cookie })
  },
  'no log-in was completed in it for 180 days': async () => the.api.clock.advance(180 * DAY_MS),
} satisfies Record<string, (visitor: Visitor) => unknown>

/** A visitor who mistyped the PIN in a known browser, and a code of a reset. */
async function atHome(): Promise<Visitor> {
  const { number } = await registered(the.api)
  const cookie = newBrowser()
  the.api.clock.advance(2 * MINUTE_MS)
  await signInOn(the.api, cookie, number)
  await wrong({ number, cookie })
  the.api.clock.advance(2 * MINUTE_MS)
  const { data } = await the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } }, { cookie })
  const body = { pinId: data?.pinId ?? '', code: the.api.world.codeFor(number) === '000000' ? '111111' : '000000' }
  await the.api.client('recoverVerify', { body }, { cookie }).catch(() => undefined)
  return { number, cookie }
}

/** Columns with the hash of the browser, as bytes or in a text. */
async function columnsWith(cookie: string): Promise<string[]> {
  const hash = tokenHash(cookie.slice(4)).toString('hex')
  const { values } = await readWhole(the.api)
  return [...values].filter(([, found]) => [...found].some((value) => value.includes(hash))).map(([column]) => column)
}

describe('a browser that an account does not know any more', () => {
  test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
    'DEVICE-11 because %s leaves what is listed, each for its time',
    async (way) => {
      the.api.clock.hold()
      const visitor = await atHome()
      expect(await columnsWith(visitor.cookie)).toEqual(expect.arrayContaining(['account_device.device_hash']))
      await WAYS[way](visitor)
      const from = the.api.clock.now().getTime()
      const unlisted: string[] = []
      for (const days of [0, 1, 2, 34]) {
        the.api.clock.advance(from + days * DAY_MS + 10 * MINUTE_MS - the.api.clock.now().getTime())
        await runJob(the.api, 'retention.sweep')
        const listed = REMAINS.filter((one) => one.days > days).map(({ column }) => column)
        const left = (await columnsWith(visitor.cookie)).filter((column) => !listed.includes(column))
        unlisted.push(...left.map((column) => `${column} after ${days} days`))
      }
      expect(unlisted).toEqual([])
    },
  )

  test('DEVICE-11 DEVICE-10 a browser that an account still knows stays', async () => {
    the.api.clock.hold()
    const visitor = await atHome()
    the.api.clock.advance(60 * DAY_MS)
    await runJob(the.api, 'retention.sweep')
    expect((await columnsWith(visitor.cookie)).sort()).toEqual(['account_device.device_hash', 'device.hash'])
    await signInOn(the.api, visitor.cookie, visitor.number, GOOD_PIN)
  })

  test('DEVICE-10 DEVICE-01 a browser that is used every few months stays known', async () => {
    const visitor = await atHome()
    for (let uses = 0; uses < 3; uses++) {
      the.api.clock.advance(100 * DAY_MS)
      await signInOn(the.api, visitor.cookie, visitor.number)
      await runJob(the.api, 'retention.sweep')
    }
    const { access_token: bearer } = await signInElsewhere(visitor)
    const { data } = await the.api.client('exportData', {}, { bearer })
    expect(data.known_browsers).toHaveLength(2)
  })

  test('DEVICE-11 the security page names every table', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../../../../docs/security.md'), 'utf8')
    const part = page.split('## What is left of a forgotten browser')[1]?.split('\n## ')[0] ?? ''
    const tables = REMAINS.map(({ column }) => `\`${column.split('.')[0] ?? ''}\``)
    expect(tables.filter((table) => !part.includes(table))).toEqual([])
  })
})
