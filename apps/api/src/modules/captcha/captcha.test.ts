import { expect, test } from 'vitest'
import { UNKNOWN_ADDRESS } from '../../platform/client.ts'
import { bindCaptcha } from './captcha.ts'
import type { CaptchaProvider, CaptchaVerdict } from './ports.ts'

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

function start(provider: CaptchaProvider | undefined, given: Given = {}) {
  const { isBusy = false, areCodesGuessed = false, isRecognised = false } = given
  const spent = new Set<string>()
  const isFirstUse = async (hash: Buffer) => {
    const name = hash.toString('hex')
    return !spent.has(name) && Boolean(spent.add(name))
  }
  return bindCaptcha({
    provider,
    store: { isFirstUse },
    networks: { isBusy: async () => isBusy },
    areCodesGuessed: async () => areCodesGuessed,
    isRecognised: async () => isRecognised,
    clock: () => now,
    report: async () => {},
  })
}

test('CAPTCHA-04 every call is refused while the service is down', async () => {
  const { check } = start(providerOf({ kind: 'down' }))
  await expect(check('signup', 'x', client)).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('CAPTCHA-03 what a service would take twice counts once', async () => {
  const { check } = start(providerOf(right(true)))
  await check('signup', 'x', client)
  await expect(check('signup', 'x', client)).rejects.toMatchObject({ code: 'captcha_failed' })
})

test.each([
  { given: { isBusy: true }, from: client, isHard: true },
  { given: { areCodesGuessed: true }, from: client, isHard: true },
  { given: { isBusy: true, areCodesGuessed: true, isRecognised: true }, from: browser, isHard: false },
  { given: { isBusy: true }, from: browser, isHard: true },
  { given: {}, from: client, isHard: false },
])('LIMIT-10 CODE-12 it is harder where $given, and an answer of less work is refused then: $isHard', async (row) => {
  const { given, from, isHard } = row
  const provider = providerOf(right(true))
  const captcha = start(provider, given)
  await captcha.task('signup', from)
  expect(provider.asked).toEqual([isHard])
  await captcha.check('signup', 'x', from)
  const easy = start(providerOf(right(false)), given).check('signup', 'x', from)
  if (isHard) await expect(easy).rejects.toMatchObject({ code: 'captcha_failed' })
  else await expect(easy).resolves.toBeUndefined()
})

test('CAPTCHA-02 an operator may do without', async () => {
  const { check, task } = start(undefined, { isBusy: true })
  await check('signup', undefined, client)
  await expect(task('signup', client)).resolves.toEqual({ provider: 'off' })
})
