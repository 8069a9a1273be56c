import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { UNKNOWN_ADDRESS } from '../../platform/client.ts'
import type { Executor } from '../../platform/database/database.ts'
import { Captcha } from './captcha.ts'
import { createProofOfWork } from './proof-of-work.ts'
import type { CaptchaProvider, CaptchaVerdict } from './ports.ts'
import { solvedChallenge } from '#test/captcha.ts'
import { noAudit } from '#test/no-audit.ts'

const client = { address: UNKNOWN_ADDRESS, device: null }
const browser = { ...client, device: Buffer.from('a browser') }
const now = new Date('2026-03-01T12:00:00Z')
const right = (hard: boolean): CaptchaVerdict => ({ kind: 'right', id: 'one', expiresAt: now, hard })

type Given = { isBusy?: boolean; areCodesGuessed?: boolean; isRecognised?: boolean }

/** A provider with one verdict, and whether each task was to be hard. */
function providerOf(verdict: CaptchaVerdict = { kind: 'wrong' }) {
  const asked: boolean[] = []
  const task: CaptchaProvider['task'] = async (_action, _now, hard) => {
    asked.push(hard)
    return { provider: 'off' }
  }
  return { asked, task, verify: async () => verdict }
}

function start(provider: CaptchaProvider, given: Given = {}) {
  const { isBusy = false, areCodesGuessed = false, isRecognised = false } = given
  const spent = new Set<string>()
  /** The one statement that the captcha has. */
  const query = async (_text: string, [hash]: readonly unknown[]) => {
    const name = String(hash)
    if (spent.has(name)) return []
    spent.add(name)
    return [{}]
  }
  return new Captcha({
    db: { query } as unknown as Executor,
    provider,
    networks: { isBusy: async () => isBusy },
    codes: { areGuessed: async () => areCodesGuessed },
    isRecognised: async () => isRecognised,
    clock: () => now,
    audit: noAudit,
  })
}

test('Every call is refused while the captcha service is down [CAPTCHA-04]', async () => {
  const captcha = start(providerOf({ kind: 'down' }))
  await expect(captcha.check('signup', 'x', client)).rejects.toMatchObject({ code: 'service_unavailable' })
})

test.each([
  { given: { isBusy: true }, from: client, isHard: true },
  { given: { areCodesGuessed: true }, from: client, isHard: true },
  { given: { isBusy: true, areCodesGuessed: true, isRecognised: true }, from: browser, isHard: false },
  { given: { isBusy: true }, from: browser, isHard: true },
  { given: {}, from: client, isHard: false },
])(
  'The captcha is harder where $given, and an answer of less work is refused then: $isHard [LIMIT-10 CODE-12]',
  async (row) => {
    const { given, from, isHard } = row
    const provider = providerOf(right(true))
    const captcha = start(provider, given)
    await captcha.task('signup', from)
    expect(provider.asked).toEqual([isHard])
    await captcha.check('signup', 'x', from)
    const easy = start(providerOf(right(false)), given).check('signup', 'x', from)
    if (isHard) await expect(easy).rejects.toMatchObject({ code: 'captcha_failed' })
    else await expect(easy).resolves.toBeUndefined()
  },
)

test('The right key of a proof of work may be any of the tries, so that a program can skip none [CAPTCHA-04]', async () => {
  const tries = 8
  const ours = createProofOfWork({ tries, mac: () => randomBytes(32) })
  const found = new Set<number>()
  // One of them is missing once in 10^11 runs.
  for (let i = 0; i < 200; i++) {
    const task = await ours.task('signup', now, false)
    if (task.provider === 'pow') found.add((await solvedChallenge(task.challenge)).solution.counter)
  }
  expect([...found].toSorted((a, b) => a - b)).toEqual(Array.from({ length: tries }, (_, i) => i))
})
