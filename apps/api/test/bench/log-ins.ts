import { codesOf, codesOfFloor, codesOfPeer, type Codes, hashesOf, logInsOf } from './codes.ts'
import { fill } from './crowd.ts'
import { type Argon2, HEAVY, LIGHT } from './people.ts'
import { row, type Row } from './report.ts'
import { inTurns } from './rounds.ts'
import { MANY, type World } from './world.ts'

const CROWDS = [
  { limits: 1_000, codes: 0 },
  { limits: MANY, codes: MANY / 5 },
] as const

/** Codes that are sent, and typed in: the two halves of a round are compared with the same half of the others. */
export async function codes(world: World): Promise<Row[]> {
  const { gateway, database } = world
  const [floor, product, crowded, other, peer] = [
    await world.floor(),
    await world.product(),
    await world.crowded(),
    await world.other(),
    await world.betterAuth(),
  ]
  const [few, many] = CROWDS
  await fill(product.people, few)
  await fill(crowded.people, many)
  const halves = (name: string, round: () => Promise<Codes>) => {
    let last: Codes | undefined
    return {
      [`${name} send`]: async () => (last = await round()).send,
      [`${name} verify`]: async () => (last ?? (await round())).verify,
    }
  }
  const all = await inTurns({
    ...halves('floor', () => codesOfFloor(floor, gateway, database)),
    ...halves('sign-up', () => codesOf(product, 'registration', gateway, database)),
    ...halves('log-in', () => codesOf(product, 'account', gateway, database)),
    ...halves('crowded', () => codesOf(crowded, 'registration', gateway, database)),
    ...(other && halves('other', () => codesOf(other, 'registration', gateway, database))),
    ...(peer && halves('peer', () => codesOfPeer(peer, gateway, database))),
  })
  const rowsOf = (work: 'send' | 'verify') => {
    const signUp = all.get(`sign-up ${work}`)
    const atPeer = all.get(`peer ${work}`)
    return [
      row(`${work}: floor`, all.get(`floor ${work}`)),
      row(`${work}: a sign-up's`, signUp, { of: all.get(`floor ${work}`) }),
      row(`${work}: a log-in's`, all.get(`log-in ${work}`), { of: all.get(`floor ${work}`) }),
      row(`${work}: a sign-up's, ${MANY} rate limits and sessions`, all.get(`crowded ${work}`), {
        of: signUp,
        goal: 0.9,
      }),
      row(`${work}: another build`, all.get(`other ${work}`), { of: signUp }),
      row(`${work}: product against better-auth`, atPeer && signUp, { of: atPeer, goal: work === 'send' ? 3 : 5 }),
    ].flat()
  }
  return [...rowsOf('send'), ...rowsOf('verify')]
}

/** Number and PIN: the hash of the PIN is most of it. */
export async function logIns(world: World): Promise<Row[]> {
  const { database } = world
  const [floor, product] = [await world.floor(), await world.product()]
  const hashes: [string, Argon2][] = [
    ['19 MiB × 2', LIGHT],
    ['64 MiB × 3', HEAVY],
  ]
  const all = await inTurns(
    Object.fromEntries(
      hashes.flatMap(([name, argon2]) => [
        [`hash ${name}`, () => hashesOf(floor, argon2, database)],
        [`log-in ${name}`, () => logInsOf(product, argon2, database)],
      ]),
    ),
  )
  return hashes.flatMap(([name]) => [
    ...row(`log-in, ${name}: hash alone`, all.get(`hash ${name}`)),
    ...row(`log-in, ${name}: hash and code`, all.get(`log-in ${name}`), { of: all.get(`hash ${name}`), goal: 0.8 }),
  ])
}
