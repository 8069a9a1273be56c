import { createHash, randomUUID } from 'node:crypto'
import { CODE_LIFE_MS, LINK_LIFE_MS, MAX_TRIES, RESEND_WAITS_MS } from '../../src/modules/codes/code.ts'
import { digitsLeft, placesOf, settlementOf } from '../../src/modules/codes/wrong-codes.ts'
import { createOtpAnomaly, rulesWith } from '../../src/modules/limits/index.ts'
import { placesFor } from '../../src/modules/limits/places.ts'
import { createGuesses } from '../../src/modules/pins/guesses.ts'
import { createSmsAdmission, type Places } from '../../src/modules/sms/admission.ts'
import { centsOf, smsLimitsWith } from '../../src/modules/sms/costs-and-countries.ts'
import { createMoney } from '../../src/modules/sms/money.ts'
import type { Address } from '../../src/platform/client.ts'
import type { Database, Executor } from '../../src/platform/database/database.ts'
import { createCounting } from './counting.ts'
import { countryOf } from './countries.ts'

export type Purpose = 'login' | 'register' | 'reset'
/** Who asks, where. */
export type Visitor = { number: string; browser: string; address: Address }
/** What was sent: six digits, or a one-time link. */
export type Challenge = {
  id: string
  purpose: Purpose
  number: string
  form: 'digits' | 'link'
  sentAt: number
  tries: number
  live: boolean
  places: Places
}
type Account = { known: Set<string>; challenges: Challenge[] }
/** Of the limit that refused. */
export type Wait = { rule: string; waitMs: number }
export type Product = ReturnType<typeof createProduct>

/** What guesses were compared; the defences promise how many there are. */
export type Compared = {
  pin: (number: string) => void
  code: (number: string, inUnknown: boolean) => void
  /** Guesses at its PIN before count for nothing. */
  proven: (number: string) => void
}

const NOTHING = { query: async () => [], execute: async () => {} } as Executor
const NO_DATABASE = { ...NOTHING, transaction: async (run: (tx: Executor) => unknown) => run(NOTHING) } as Database
const COOL_DOWN_MS = RESEND_WAITS_MS[0] ?? 0

const longestOf = (refused: readonly Wait[]): Wait =>
  refused.reduce((longest, one) => (one.waitMs > longest.waitMs ? one : longest))
const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** The product's own rules and decisions about PINs, codes and SMS in memory, at the time that the clock gives. */
export function createProduct(clock: () => Date, compared: Compared) {
  const rules = rulesWith({ overrides: [], factor: 1 })
  const { counters, earn, memory } = createCounting(rules, clock)
  const limits = smsLimitsWith({})
  const money = createMoney({ memory, clock, limits, onSpent: () => {}, onUsed: () => {} })
  const phones = { open: (sealed: string) => sealed, countryOf }
  const admission = createSmsAdmission({ clock, rules, counters, memory, money, limits, phones, onDenied: () => {} })
  const anomaly = createOtpAnomaly({ memory, clock, rules, onChange: () => {} })
  const accounts = new Map<string, Account>()
  const now = () => clock().getTime()

  function accountOf(number: string): Account {
    const found = accounts.get(number) ?? { known: new Set([`home ${number}`]), challenges: [] }
    accounts.set(number, found)
    return found
  }
  const knows = (number: string, browser: string) => accountOf(number).known.has(browser)
  function forgetEverywhere(device: Buffer): void {
    for (const { known } of accounts.values())
      for (const browser of known) if (hashOf(browser).equals(device)) known.delete(browser)
  }
  const guesses = createGuesses({
    db: NO_DATABASE,
    rules,
    counters,
    append: async (_tx, ...events) => {
      for (const { type, device } of events) if (type === 'device.demoted' && device) forgetEverywhere(device)
    },
  })

  /** @returns whether the right PIN was typed in and compared, or how long to wait */
  async function typePin({ number, browser, address }: Visitor, isRight: boolean): Promise<boolean | Wait> {
    const [phoneIdx, device, knownHere] = [hashOf(number), hashOf(browser), knows(number, browser)]
    const scope = { client: { address, device }, number: phoneIdx, knownHere }
    const taken = await counters.take(NOTHING, placesFor(rules, ['login-failed', 'login-numbers'], scope))
    if ('refused' in taken) return longestOf(taken.refused)
    const guess = await guesses.begin(knownHere ? { kind: 'known', phoneIdx, device } : { kind: 'stranger', phoneIdx })
    if (guess === undefined) return false
    if (!isRight) {
      if (!knownHere) compared.pin(number)
      await guess.wrong()
      return false
    }
    await counters.giveBack(NOTHING, [...guess.back, ...taken.held])
    guess.end()
    return true
  }

  /** An SMS, or the one that was sent within the cool-down. */
  async function send(visitor: Visitor, purpose: Purpose): Promise<{ challenge: Challenge; isNew: boolean } | Wait> {
    const { number, browser, address } = visitor
    const account = accountOf(number)
    const [known, device, phoneIdx] = [knows(number, browser), hashOf(browser), hashOf(number)]
    const guesser = { purpose, phoneIdx, known: known ? device : null }
    const { isUsedUp, isTried } = await digitsLeft(counters, NOTHING, guesser)
    const noDigits = purpose !== 'register' && (isUsedUp || (!known && anomaly.isElevated()))
    const form = noDigits ? 'link' : 'digits'
    const waiting = account.challenges.findLast(
      (one) => one.live && one.purpose === purpose && one.form === form && one.tries < MAX_TRIES,
    )
    if (waiting !== undefined && waiting.sentAt + COOL_DOWN_MS > now()) return { challenge: waiting, isNew: false }
    const order = { purpose, phoneEnc: number, phoneIdx, client: { address, device }, known, concealed: false }
    const verdict = await admission.admitCode(NOTHING, order)
    if (!('places' in verdict)) return { rule: verdict.reason, waitMs: verdict.retryAfterSeconds * 1_000 }
    const challenge: Challenge = {
      id: randomUUID(),
      purpose,
      number,
      form: verdict.fewLeft && purpose !== 'register' ? 'link' : form,
      sentAt: now(),
      tries: 0,
      live: true,
      places: verdict.places,
    }
    const live = [...account.challenges.filter((one) => one.live), challenge]
    account.challenges = live.slice(isTried && challenge.form === 'digits' ? -1 : -2)
    for (const one of live) one.live = account.challenges.includes(one)
    return { challenge, isNew: true }
  }

  /** @returns whether the right code was typed in and compared; `dead`: no further try of it is */
  async function typeCode(visitor: Visitor, challenge: Challenge, isRight: boolean): Promise<boolean | 'dead'> {
    const { number, browser, address } = visitor
    const known = knows(number, browser)
    const isOpen = challenge.live && challenge.form === 'digits' && challenge.sentAt + CODE_LIFE_MS > now()
    if (!isOpen || challenge.tries >= MAX_TRIES) return 'dead'
    const { purpose } = challenge
    const guesser = { purpose, phoneIdx: hashOf(number), known: known ? hashOf(browser) : null }
    const taken = await counters.take(NOTHING, placesOf(guesser))
    challenge.tries += 1
    if ('refused' in taken || (taken.held.length === 0 && challenge.tries > 1)) return 'dead'
    if (!isRight) {
      compared.code(number, !known)
      anomaly.codeWasWrong()
      return false
    }
    challenge.live = false
    anomaly.codeWasRight()
    await counters.settle(NOTHING, settlementOf({ ...guesser, held: taken.held }))
    await counters.giveBack(NOTHING, admission.typedIn([challenge.places]))
    for (const earner of [['address', address.host] as const, ['network', address.network] as const]) earn(earner)
    if (purpose === 'reset') await setPin(visitor)
    else if (!known) {
      await counters.settle(NOTHING, guesses.proven(hashOf(number), hashOf(browser)))
      accountOf(number).known.add(browser)
      compared.proven(number)
    }
    return true
  }

  /** The newest link that is on the number's phone. */
  const newestLink = (number: string): Challenge | undefined =>
    accountOf(number).challenges.findLast(({ live, form }) => live && form === 'link')

  /** @returns whether the link still opens */
  async function openLink(visitor: Visitor, challenge: Challenge): Promise<boolean> {
    if (!challenge.live || challenge.form !== 'link' || challenge.sentAt + LINK_LIFE_MS <= now()) return false
    await counters.giveBack(NOTHING, admission.typedIn([challenge.places]))
    await setPin(visitor)
    return true
  }

  /** Another PIN: every other browser is forgotten, open codes end, and guesses at the old PIN count for nothing. */
  async function setPin({ number, browser }: Visitor): Promise<void> {
    const account = accountOf(number)
    await guesses.forget(NOTHING, hashOf(number), [...account.known].map(hashOf))
    account.known = new Set([browser])
    compared.proven(number)
    for (const one of account.challenges) one.live = false
    account.challenges = []
  }

  return {
    typePin,
    send,
    typeCode,
    openLink,
    newestLink,
    centsFor: (number: string) => centsOf(limits, countryOf(number) ?? 'other'),
    /** Whether a stranger's captcha before a sign-up or a reset is harder. */
    isCaptchaHard: () => anomaly.isElevated() || memory.isAnyFull('sms.country.'),
  }
}
