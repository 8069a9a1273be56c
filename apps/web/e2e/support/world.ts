import { randomInt } from 'node:crypto'
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'

const address = (setting: string, port: number) => process.env[setting] ?? `http://localhost:${port}`

export type Addresses = Record<'product' | 'provider' | 'identity' | 'phone', string>

/** The addresses of product and sandbox: `npm test` names them, `npm start` uses the defaults. */
export const ADDRESSES: Addresses = {
  product: address('PRODUCT_URL', 3000),
  provider: address('SANDBOX_PROVIDER_URL', 3001),
  identity: address('SANDBOX_IDENTITY_URL', 3002),
  phone: address('SANDBOX_PHONE_URL', 3003),
}

/** Notes what is sent, to be looked for in all that the product keeps and logs. */
export function tellWhatIsSent(sent: { said: string } | { sms: { to: string; text: string } }): void {
  const file = process.env['SENT_FILE']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(sent)}\n`)
}

let numbers = 0
/** Tells the numbers of one run from those of another on the same product. */
const RUN = String(Math.floor(Date.now() / 1_000)).slice(-4)

/** National part of a German mobile number that no other test of the run has: no other process, and none before in this one. */
export function newNumber(): string {
  numbers += 1
  const worker = Number(process.env['TEST_WORKER_INDEX'] ?? 0) % 10
  return `151${worker}${String(numbers % 1_000).padStart(3, '0')}${RUN}`
}

/** Makes an address for a test's browser: in a network that no other test uses. */
export function newAddress(): string {
  const group = () => randomInt(1, 0x10000).toString(16)
  return `2001:db8:${group()}:${group()}::1`
}

/** The texts that arrived at a number, oldest first. */
export async function smsTo(request: APIRequestContext, phone: string, national: string): Promise<string[]> {
  const answer = await request.get(`${phone}/api/messages`, { params: { to: `+49${national}` } })
  const { messages } = (await answer.json()) as { messages: { text: string }[] }
  for (const { text } of messages) tellWhatIsSent({ sms: { to: `+49${national}`, text } })
  return messages.map(({ text }) => text)
}

/** Six digits, or a long one. */
export const codeIn = (sms: string): string => /^(?:[0-9]{6}|[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2})\b/.exec(sms)?.[0] ?? ''

export const otherThan = (code: string): string => (code === '000000' ? '111111' : '000000')

/** Moves the product's time; it never goes back. Tests that do so run alone. */
export function advanceClock(milliseconds: number): void {
  const file = process.env['CLOCK_SHIFT_FILE']
  if (file === undefined) throw new Error('CLOCK_SHIFT_FILE is missing: the product was not started by npm test')
  const next = `${file}.next`
  writeFileSync(next, String(Number(readFileSync(file, 'utf8')) + milliseconds))
  // In one go: the product reads it all the time, and an empty file is no time that has passed.
  renameSync(next, file)
}

/** The cinema's keys to the product, which the product of the test run made for it. */
function cinemaKeys(): { apiKey: string; liveKey: string } {
  const folder = dirname(process.env['CLOCK_SHIFT_FILE'] ?? '')
  const file = readFileSync(join(folder, 'data', 'keys', 'sandbox.json'), 'utf8')
  return (JSON.parse(file) as { provider: { apiKey: string; liveKey: string } }).provider
}
export const cinemaKey = (): string => cinemaKeys().liveKey
export const cinemaTestKey = (): string => cinemaKeys().apiKey

/** A number of these tests as a page writes it: as between countries (E.123), and never broken over lines. */
export const writtenNumber = (national: string): string =>
  parsePhoneNumberFromString(`+49${national}`)?.formatInternational().replaceAll(' ', '\u00a0') ?? ''
