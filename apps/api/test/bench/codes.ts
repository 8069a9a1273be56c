import { prelogin, resendCode, verifyCode } from '@avouch/contract'
import { drain, type Measured, type Work } from './load.ts'
import { type Argon2, type Kind, type Person, PIN } from './people.ts'
import { SECONDS } from './rounds.ts'
import type { Beside, Gateway, Product } from './world.ts'

/** One round of sending codes and typing them in. */
export type Codes = { send: Measured; verify: Measured }

/** As many as no machine sends in the time. */
const MOST = 6_000
const MOST_LOG_INS = 600
const JSON_TYPE = { 'content-type': 'application/json' }

const of = ({ cookie, address }: Person) => ({ ...JSON_TYPE, cookie, 'x-forwarded-for': address })
const signedIn = (person: Person) => ({ ...of(person), authorization: `Bearer ${person.bearer}` })

const drained = (works: readonly Work[], processes: readonly number[]): Promise<Measured> =>
  drain(works, { seconds: SECONDS, processes })

const pinIdOf = (answer: string) => (JSON.parse(answer) as { pinId: string }).pinId

/** Codes to different numbers, each from an address and in a browser of its own, and the right ones typed in. */
export async function codesOf(product: Product, kind: Kind, gateway: Gateway, database: number): Promise<Codes> {
  const people = await product.people.add(kind, MOST)
  const sent: { person: Person; pinId: string }[] = []
  const processes = [product.pid, database]
  const send = await drained(
    people.map((person) => ({
      url: `${product.url}${resendCode.path}`,
      method: 'POST',
      headers: signedIn(person),
      body: '{}',
      answered: (answer) => void sent.push({ person, pinId: pinIdOf(answer) }),
    })),
    processes,
  )
  const codes = await gateway.codes()
  const verify = await drained(
    sent.map(({ person, pinId }) => ({
      url: `${product.url}${verifyCode.path}`,
      method: 'POST',
      headers: signedIn(person),
      body: JSON.stringify({ pinId, code: codes.get(person.number) ?? '' }),
    })),
    processes,
  )
  return { send, verify }
}

/** Number and PIN of different accounts in new browsers: a PIN hash, and a code. */
export async function logInsOf(product: Product, argon2: Argon2, database: number): Promise<Measured> {
  const works = await logInsFor(product, argon2)
  return drained(works, [product.pid, database])
}

export async function logInsFor(product: Product, argon2: Argon2): Promise<Work[]> {
  const people = await product.people.add('account', MOST_LOG_INS, argon2)
  return people.map((person) => ({
    url: `${product.url}${prelogin.path}`,
    method: 'POST',
    headers: of(person),
    body: JSON.stringify({ phone: person.number.slice(1), pin: PIN }),
  }))
}

/** PIN hashes without anything else. */
export function hashesOf({ url, pid }: Beside, argon2: Argon2, database: number): Promise<Measured> {
  const hash = `${url}/hash?memory=${argon2.memoryCost}&passes=${argon2.timeCost}`
  const works = Array.from({ length: MOST_LOG_INS }, (): Work => ({ url: hash, method: 'POST', headers: {} }))
  return drained(works, [pid, database])
}

/** The same with what another server calls them. */
async function plainCodes(
  { url, pid }: Beside,
  paths: { send: string; verify: string },
  gateway: Gateway,
  database: number,
): Promise<Codes> {
  const numbers = Array.from({ length: MOST }, () => nextPlain())
  const sent: string[] = []
  // A browser's own script calls it: without an origin the peer refuses.
  const headers = { ...JSON_TYPE, origin: url }
  const work = (path: string, body: object): Work => ({
    url: url + path,
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const send = await drained(
    numbers.map((phoneNumber) => ({
      ...work(paths.send, { phoneNumber }),
      answered: () => void sent.push(phoneNumber),
    })),
    [pid, database],
  )
  const codes = await gateway.codes()
  const verify = await drained(
    sent.map((phoneNumber) => work(paths.verify, { phoneNumber, code: codes.get(phoneNumber) ?? '' })),
    [pid, database],
  )
  return { send, verify }
}

let plain = 0
const nextPlain = () => `+49170${String(10_000_000 + (plain += 1))}`

export const codesOfFloor = (floor: Beside, gateway: Gateway, database: number) =>
  plainCodes(floor, { send: '/send', verify: '/verify' }, gateway, database)

export const codesOfPeer = (peer: Beside, gateway: Gateway, database: number) =>
  plainCodes(
    peer,
    { send: '/api/auth/phone-number/send-otp', verify: '/api/auth/phone-number/verify' },
    gateway,
    database,
  )
