import { PUBLIC_CLIENT } from '@avouch/contract'
import { load, type Measured, type Work } from './load.ts'
import { PIN } from './people.ts'
import type { World } from './world.ts'

const SESSIONS = 40
const SECONDS = 4

/** What the same visitors do again and again: status polls, refreshed sessions, right PINs. */
export async function pathsOf({ product, floor, account }: World, database: number) {
  const basic = `Basic ${Buffer.from(`${PUBLIC_CLIENT.id}:${PUBLIC_CLIENT.secret}`).toString('base64')}`
  const form = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }
  const accounts = []
  for (let n = 0; n < 2 * SESSIONS; n++) accounts.push(await account(n))
  // A session has five valid access tokens: frequent refreshes would invalidate those that the pollers use.
  const [polling, renewing] = [accounts.slice(0, SESSIONS), accounts.slice(SESSIONS)]

  const poll = (url: string, token: string): Work => ({
    url,
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
  })
  const post = (url: string): Work => ({ url, method: 'POST', headers: {} })
  // Each from an address of its own: the queue of PIN hashes holds two of an address.
  const grant = (fields: Record<string, string>, n: number): Work => ({
    url: `${product.url}/auth/api/oauth/token`,
    method: 'POST',
    headers: { ...form, 'x-forwarded-for': `20.0.${n}.1` },
    body: new URLSearchParams(fields).toString(),
  })
  const works = {
    poll: polling.map(({ tokens }) => poll(`${product.url}/api/idcheck/status`, tokens.access_token)),
    refresh: renewing.map(({ tokens }, n) =>
      grant({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, n),
    ),
    logIn: renewing.map(({ phone }, n) => grant({ grant_type: 'password', username: phone, password: PIN }, n)),
  }
  const ourLoad = (of: readonly Work[]) => (): Promise<Measured> => load(of, SECONDS, [product.pid, database])
  const floorLoad = (work: Work) => (): Promise<Measured> => load([work], SECONDS, [floor.pid, database])

  return {
    ours: { poll: ourLoad(works.poll), refresh: ourLoad(works.refresh), logIn: ourLoad(works.logIn) },
    floor: {
      'floor poll': floorLoad(poll(`${floor.url}/poll`, 'floor')),
      'floor refresh': floorLoad(post(`${floor.url}/refresh`)),
      'floor logIn': floorLoad(post(`${floor.url}/hash`)),
    },
    whileAllLogIn: async () => {
      const idle = await ourLoad(works.poll)()
      const [busy] = await Promise.all([ourLoad(works.poll)(), ourLoad(works.logIn)()])
      return { idle, busy }
    },
  }
}
