import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhraseKey } from '@avouch/phrases'
import { buttonOf, expectNotice, fieldsOf, fill } from '#test/forms.ts'
import { openPage } from '#test/page.ts'
import { accepting, GOOD_PIN, NUMBER } from '#test/sign-in.ts'

type Callbacks = Record<string, ((said?: unknown) => void) | undefined>
type Behaviour = (its: Callbacks) => unknown
/** The service's script does this on the page. */
let behaviour: Behaviour
const later =
  (name: string, said?: unknown): Behaviour =>
  (its) =>
    void setTimeout(() => its[name]?.(said), 50)
const ANSWERS = later('callback', 'solved')
const SILENT: Behaviour = () => undefined

/** Stands for the script of the service: it has the same name. */
const service = {
  places: [] as Callbacks[],
  render: (_: HTMLElement, settings: Callbacks) => service.places.push(settings) - 1,
  execute: (id: number) => behaviour(service.places[id] ?? {}),
}

beforeEach(() => {
  behaviour = ANSWERS
  Object.assign(window, { hcaptcha: service })
})
afterEach(() => void Reflect.deleteProperty(window, 'hcaptcha'))

/** The log-in with a number and a PIN. */
async function openFilled(opening: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage('/auth/login', { ...opening, answers: { ...accepting(), ...opening.answers } })
  const { t, callsOf } = page
  const fields = fieldsOf(t)
  fill(fields.number, NUMBER)
  fill(fields.pin, GOOD_PIN)
  const submit = buttonOf(t('action.login'))
  await expect.poll(() => submit.disabled).toBe(false)
  return {
    ...page,
    submit,
    sent: () => callsOf('prelogin').map(({ body }) => (body as { recaptchaResponse: string }).recaptchaResponse),
    /** The form is free, has what was typed, and says why nothing was sent. */
    expectFree: async (says: PhraseKey) => {
      await expectNotice(t, t(says as 'notice.captchaSilent'))
      await expect.poll(() => submit.getAttribute('aria-busy')).not.toBe('true')
      expect([submit.disabled, fields.number.value, fields.pin.value]).toEqual([false, NUMBER, GOOD_PIN])
    },
  }
}
const openWithService = () =>
  openFilled({
    settings: { captchaService: 'hcaptcha' },
    answers: { captcha: { provider: 'hcaptcha', site_key: 'a-key' } },
  })

/** None says what the one before says. */
const ENDS: Record<string, [Behaviour, PhraseKey]> = {
  'is closed': [later('close-callback'), 'notice.captchaClosed'],
  fails: [later('error-callback', 'network-error'), 'notice.captchaSilent'],
  expires: [later('expired-callback'), 'error.captcha_failed'],
  'is silent': [SILENT, 'notice.captchaSilent'],
  'lets its puzzle expire': [later('chalexpired-callback'), 'error.captcha_failed'],
}

test('However a service ends without an answer the form is free, and the next press tries again [CAPTCHA-07]', async () => {
  const { user, submit, sent, expectFree, advance } = await openWithService()
  for (const [what, [does, says]] of Object.entries(ENDS)) {
    behaviour = does
    const rendered = service.places.length
    await user.click(submit)
    await expect.poll(() => [what, service.places.length]).toEqual([what, rendered + 1])
    await advance(what === 'is silent' ? 20_000 : 100)
    await expectFree(says)
  }
  expect(sent()).toEqual([])
  behaviour = ANSWERS
  await user.click(submit)
  await expect.poll(() => advance(100).then(sent)).toEqual(['solved'])
})

test('A puzzle that is open has as long as a person needs [CAPTCHA-07]', async () => {
  const { user, submit, sent, advance } = await openWithService()
  behaviour = (its) => {
    its['open-callback']?.()
    setTimeout(() => its['callback']?.('solved'), 60_000)
  }
  const rendered = service.places.length
  await user.click(submit)
  await expect.poll(() => service.places.length).toBe(rendered + 1)
  await advance(61_000)
  await expect.poll(sent).toEqual(['solved'])
})

test('A service shows nothing before a press, also for a number that is whole [CAPTCHA-07 PHONE-06]', async () => {
  const rendered = service.places.length
  const { user, t, callsOf, advance } = await openWithService()
  await user.type(fieldsOf(t).number, '{Backspace}8')
  for (let parts = 0; parts < 6; parts += 1) await advance(1_000)
  expect([service.places.length, ...callsOf('validatePhone')]).toEqual([rendered])
})

test.each<[string, (script: HTMLElement) => void]>([
  ['not there', (script) => script.dispatchEvent(new Event('error'))],
  ['late', () => undefined],
])(
  'A service’s script that is %s is said to be missing, and loaded again at the next press [CAPTCHA-07]',
  async (_, come) => {
    const { user, submit, sent, expectFree, advance } = await openWithService()
    Reflect.deleteProperty(window, 'hcaptcha')
    const append = vi.spyOn(document.head, 'append').mockImplementation((script) => come(script as HTMLElement))
    await user.click(submit)
    await expect.poll(() => append.mock.calls.length).toBe(1)
    await advance(16_000)
    await expectFree('notice.captchaSilent')
    Reflect.deleteProperty(window, 'hcaptcha')
    append.mockImplementation((script) => {
      Object.assign(window, { hcaptcha: service })
      ;(script as HTMLElement).dispatchEvent(new Event('load'))
    })
    await user.click(submit)
    await expect.poll(() => advance(100).then(sent)).toEqual(['solved'])
  },
)

class SilentWorker extends EventTarget {
  postMessage() {}
  terminate() {}
}
const PARAMETERS = {
  algorithm: 'PBKDF2/SHA-256',
  nonce: '00',
  salt: '00',
  cost: 1,
  keyLength: 32,
  keyPrefix: '00',
  keySignature: '00',
  data: { action: 'prelogin', expires: 4_102_444_800, hard: false },
}

test('A worker that never answers leaves the form free [CAPTCHA-07]', async () => {
  const task = { provider: 'pow', challenge: { parameters: PARAMETERS, signature: '00' }, expires_in: 300 }
  const { user, submit, sent, expectFree, advance } = await openFilled({ answers: { captcha: task } })
  vi.stubGlobal('Worker', SilentWorker)
  await user.click(submit)
  for (let parts = 0; parts < 10; parts += 1) await advance(5_000)
  await expectFree('notice.captchaSilent')
  expect(sent()).toEqual([])
})
