import { kycStatus, PUBLIC_CLIENT, token } from '@avouch/contract'
import { crowdBearer } from './crowd.ts'
import { logInsFor } from './codes.ts'
import { drain, load, type Measured, rotate, type Work } from './load.ts'
import { LIGHT } from './people.ts'
import { row, type Row } from './report.ts'
import { inTurns, SECONDS } from './rounds.ts'
import { signIn } from './sign-in.ts'
import { withClient } from '../support/with-client.ts'
import { type Beside, FEW, MANY, type Product, type World } from './world.ts'

/** Bearers of the crowd that are polled with, of all its sessions. */
const OF_CROWD = 20_000
const BASIC = `Basic ${Buffer.from(`${PUBLIC_CLIENT.id}:${PUBLIC_CLIENT.secret}`).toString('base64')}`
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const pollAt = (url: string, bearer: string): Work => ({
  url,
  method: 'GET',
  headers: { authorization: `Bearer ${bearer}` },
})
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const floorPolls = (url: string) => numbers(FEW).map((n) => pollAt(`${url}/poll`, `t${n}`))
const floorTokens = numbers(FEW).map((n) => `f${n}`)

async function pollsOf({ url, people }: Product): Promise<Work[]> {
  const sessions = await people.add('session', FEW)
  return sessions.map(({ bearer }) => pollAt(`${url}${kycStatus.path}`, bearer))
}

/** Status polls of visitors that wait, each with a bearer. */
export async function poll(world: World): Promise<Row[]> {
  const [floor, crowdedFloor, product, crowded, other] = [
    await world.floor(),
    await world.crowdedFloor(),
    await world.product(),
    await world.crowded(),
    await world.other(),
  ]
  const { database } = world
  const crowd = numbers(OF_CROWD).map(() => 1 + Math.floor(Math.random() * MANY))
  const run =
    ({ pid }: { pid: number }, works: readonly Work[]) =>
    () =>
      load(works, { seconds: SECONDS, processes: [pid, database] })
  const all = await inTurns({
    floor: run(floor, floorPolls(floor.url)),
    product: run(product, await pollsOf(product)),
    other: other && run(other, await pollsOf(other)),
    crowded: run(
      crowded,
      crowd.map((n) => pollAt(`${crowded.url}${kycStatus.path}`, crowdBearer(n))),
    ),
    'crowded floor': run(
      crowdedFloor,
      crowd.map((n) => pollAt(`${crowdedFloor.url}/poll`, `t${n}`)),
    ),
  })
  return [
    row('poll: floor', all.get('floor')),
    row('poll: product', all.get('product'), { of: all.get('floor'), goal: 0.85 }),
    row('poll: another build', all.get('other'), { of: all.get('floor') }),
    row(`poll: product, ${MANY} sessions`, all.get('crowded'), { of: all.get('product'), goal: 0.9 }),
    row(`poll: floor, ${MANY} sessions`, all.get('crowded floor'), { of: all.get('floor') }),
    row(`poll: product against the floor, ${MANY} sessions`, all.get('crowded'), {
      of: all.get('crowded floor'),
      goal: 0.85,
    }),
  ].flat()
}

const refreshAt = (url: string): Omit<Work, 'body'> => ({
  url: `${url}${token.path}`,
  method: 'POST',
  headers: { ...FORM, authorization: BASIC },
})

let peerTokens = 0
/** Each may be used once. */
async function addPeerTokens(databaseUrl: string): Promise<string[]> {
  const tokens = numbers(FEW).map(() => `r${(peerTokens += 1)}`)
  await withClient(databaseUrl, (client) =>
    client.query(`insert into refresh select unnest($1::text[]), $2, 'a', now() + interval '1 day'`, [
      tokens,
      PUBLIC_CLIENT.id,
    ]),
  )
  return tokens
}

/** Refreshes of many sessions, each with the token of the answer before. */
export async function refresh(world: World): Promise<Row[]> {
  const [floor, product, crowded, other, peer] = [
    await world.floor(),
    await world.product(),
    await world.crowded(),
    await world.other(),
    await world.oauthServer(),
  ]
  const { database } = world
  const ours = (of: Product) => async () => {
    const tokens = (await of.people.add('session', FEW)).map(({ refreshToken }) => refreshToken)
    // New rows are no part of what follows: neither their statistics nor their way to the disk.
    await of.people.query('vacuum analyze')
    await of.people.query('checkpoint')
    return rotate(refreshAt(of.url), tokens, { seconds: SECONDS, processes: [of.pid, database] })
  }
  const plain = (of: Beside, path: string, tokensOf: () => string[] | Promise<string[]>) => async () => {
    const work: Omit<Work, 'body'> = { url: of.url + path, method: 'POST', headers: { ...FORM, authorization: BASIC } }
    const tokens = await tokensOf()
    return rotate(work, tokens, { seconds: SECONDS, processes: [of.pid, database] })
  }
  const all = await inTurns({
    floor: plain(floor, '/refresh', () => floorTokens),
    product: ours(product),
    other: other && ours(other),
    crowded: ours(crowded),
    peer: peer && plain(peer, '/token', () => addPeerTokens(peer.databaseUrl)),
  })
  return [
    row('refresh: floor', all.get('floor')),
    row('refresh: product', all.get('product'), { of: all.get('floor'), goal: 0.6 }),
    row('refresh: another build', all.get('other'), { of: all.get('floor') }),
    row(`refresh: product, ${MANY} sessions`, all.get('crowded'), { of: all.get('product'), goal: 0.9 }),
    row('refresh: product against node-oauth2-server', peer && all.get('product'), { of: all.get('peer'), goal: 1.5 }),
    row('refresh: node-oauth2-server', all.get('peer'), { of: all.get('floor') }),
  ].flat()
}

/** Polls while as many log-ins as possible come in beside them. */
export async function busy(world: World): Promise<Row[]> {
  const product = await world.product()
  const { database } = world
  const works = await pollsOf(product)
  const choice = { seconds: SECONDS, processes: [product.pid, database] }
  const polls = (): Promise<Measured> => load(works, choice)
  const all = await inTurns({
    idle: polls,
    busy: async () => {
      const logIns = await logInsFor(product, LIGHT)
      const [measured] = await Promise.all([polls(), drain(logIns, choice)])
      return measured
    },
  })
  const [idle, beside] = [all.get('idle'), all.get('busy')]
  return [row('poll: alone', idle), row('poll: while all log in', beside, { of: idle, goal: 0.7, by: 'rate' })].flat()
}

/** The same two on the engine inside the process. */
export async function embedded(world: World): Promise<Row[]> {
  const [floor, product] = [await world.embeddedFloor(), await world.embedded()]
  const sessions = await signIn(product.url, world.gateway, 40)
  const choice = (of: { pid: number }) => ({ seconds: SECONDS, processes: [of.pid] })
  const polls = sessions.map(({ access_token }) => pollAt(`${product.url}${kycStatus.path}`, access_token))
  let tokens = (await signIn(product.url, world.gateway, 40)).map(({ refresh_token }) => refresh_token)
  const refreshes = async () => {
    const measured = await rotate(refreshAt(product.url), tokens, choice(product))
    tokens = (await signIn(product.url, world.gateway, 40)).map(({ refresh_token }) => refresh_token)
    return measured
  }
  const floorWork: Omit<Work, 'body'> = { url: `${floor.url}/refresh`, method: 'POST', headers: FORM }
  const all = await inTurns({
    'floor poll': () => load(floorPolls(floor.url), choice(floor)),
    poll: () => load(polls, choice(product)),
    'floor refresh': () => rotate(floorWork, floorTokens, choice(floor)),
    refresh: refreshes,
  })
  return [
    row('embedded poll: floor', all.get('floor poll')),
    row('embedded poll: product', all.get('poll'), { of: all.get('floor poll'), goal: 0.8 }),
    row('embedded refresh: floor', all.get('floor refresh')),
    row('embedded refresh: product', all.get('refresh'), { of: all.get('floor refresh'), goal: 0.6 }),
  ].flat()
}
