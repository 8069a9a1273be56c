import { Console } from 'node:console'
import pg from 'pg'
import { codesOf, codesOfFloor, codesOfPeer, type Codes, type Counting, hashesOf, logInsOf } from './codes.ts'
import { fill } from './crowd.ts'
import { pathsOf } from './paths.ts'
import { middle, row } from './report.ts'
import { startWorld, type World } from './world.ts'

const ROUNDS = 3
const CROWDS = [
  { counters: 1_000, challenges: 0 },
  { counters: 1_000_000, challenges: 200_000 },
] as const

/** The server of the database; everything it does is below it. */
async function postmaster(): Promise<number> {
  const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
  await client.connect()
  const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`)
  await client.end()
  return Number(rows[0]?.file.split('\n')[0])
}

/** In turns, so that other load on the machine affects all of them. */
async function rounds<Result>(
  runs: Readonly<Record<string, () => Promise<Result>>>,
): Promise<(name: string) => Result[]> {
  const all = new Map(Object.keys(runs).map((name) => [name, [] as Result[]]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, run] of Object.entries(runs)) all.get(name)?.push(await run())
  return (name) => all.get(name) ?? []
}

async function paths(world: World, database: number) {
  const { ours, floor, whileAllLogIn } = await pathsOf(world, database)
  const all = await rounds({ ...floor, ...ours })
  const table = (['poll', 'refresh', 'logIn'] as const).flatMap((work) => {
    const least = middle(all(`floor ${work}`))
    return [row(`${work}: floor`, least), row(`${work}: product`, middle(all(work)), least)]
  })
  const { idle, busy } = await whileAllLogIn()
  return [...table, row('poll: alone', idle), row('poll: while all log in', busy, idle)]
}

async function codes({ product, crowded, other, floor, peer, gateway }: World, database: number) {
  const [few, many] = CROWDS
  await fill(product.people, few)
  await fill(crowded.people, many)
  const all = await rounds({
    floor: () => codesOfFloor(floor, gateway, database),
    'sign-up': () => codesOf(product, 'registration', gateway, database),
    'log-in': () => codesOf(product, 'account', gateway, database),
    crowded: () => codesOf(crowded, 'registration', gateway, database),
    ...(other !== undefined && { other: () => codesOf(other, 'registration', gateway, database) }),
    ...(peer !== undefined && { peer: () => codesOfPeer(peer, gateway, database) }),
  })
  const logIns = await rounds({
    hash: () => hashesOf(floor, database),
    'log-in': () => logInsOf(product, database),
  })
  const of = (results: readonly Codes[], work: keyof Codes): Counting => middle(results.map((one) => one[work]))
  const table = (['send', 'verify'] as const).flatMap((work) => {
    const [least, signUp] = [of(all('floor'), work), of(all('sign-up'), work)]
    return [
      row(`${work}: floor`, least),
      row(`${work}: a sign-up's`, signUp, least),
      row(`${work}: a log-in's`, of(all('log-in'), work), least),
      row(`${work}: a sign-up's, 1,000,000 counters, 200,000 codes`, of(all('crowded'), work), signUp),
      ...(other === undefined ? [] : [row(`${work}: a sign-up's, another build`, of(all('other'), work), signUp)]),
      ...(peer === undefined ? [] : [row(`${work}: a sign-up's, better-auth`, of(all('peer'), work), signUp)]),
    ]
  })
  const hash = middle(logIns('hash'))
  return [
    ...table,
    row('log-in: PIN hash alone', hash),
    row('log-in: PIN hash and code', middle(logIns('log-in')), hash),
  ]
}

const world = await startWorld({ peers: process.env['BENCH_PEERS'], other: process.env['BENCH_OTHER'] })
const server = await postmaster()
try {
  const out = new Console(process.stdout)
  out.log(
    'A floor is the framework, the driver and one statement. "of it": of the floor, of the first row, of the idle one.',
  )
  out.table(await paths(world, server))
  out.log('16 clients, each number once; SMS go to a gateway in another process, whose processor time is not counted.')
  out.table(await codes(world, server))
  process.stdout.write(
    `First answer after ${world.product.readyAfterMs} ms, the floor's after ${world.floor.readyAfterMs} ms.\n`,
  )
} finally {
  await world.stop()
}
