import { PinHasher } from '../../src/modules/accounts/index.ts'
import { countTimer } from '../../src/modules/intents/day-counts.ts'
import { createVerdictSigner } from '../../src/modules/intents/verdict-signer.ts'
import { type Site, withDatabase } from '../../src/cli/with-database.ts'
import type { Executor } from '../../src/platform/database/database.ts'
import { float, row } from '../../src/platform/database/rows.ts'
import { OperatorError } from '../../src/platform/operator-error.ts'
import { load } from './load.ts'
import { peopleRows } from './people.ts'
import { createPeople, type People } from './person.ts'
import type { Plan } from './plan.ts'
import { requestRows } from './requests.ts'
import { readKnown, shortLivedRows } from './short-lived.ts'
import { smsCountRows } from './sms-counts.ts'
import { staffRows } from './staff.ts'
import { writeTrail } from './trail.ts'
import { walletRows } from './wallets.ts'
import { createWebsites, websiteRows } from './websites.ts'

/** The PIN of every account: a hash for each would take half an hour. */
export const SHARED_PIN = '7394'

const COUNT_EVENTS = `
  update provider p set last_sequence = e.last
  from (select provider_id, max(sequence) as last from webhook_event group by provider_id) e
  where p.id = e.provider_id and p.last_sequence < e.last`

const SIZE = 'select pg_database_size(current_database()) / 1e9::float8 as gigabytes'

/** @throws OperatorError for a database in which people have accounts */
async function refuseInUse(db: Executor): Promise<void> {
  if ((await db.query('select 1 from account limit 1')).length > 0)
    throw new OperatorError('The database has accounts: only an empty one is filled.')
}

/** The first adult who may log in; where all are something else, the first person. */
function firstToLogIn({ count, at }: People): string {
  for (let i = 0; i < count; i++) if (at(i).isAdult && !at(i).isLocked) return at(i).number
  return at(0).number
}

type Wish = Omit<Plan, 'now'> & { besideOthers?: boolean }

/**
 * Fills a PostgreSQL database with made-up websites, people and what they did in a year, as the product would have stored it.
 * `besideOthers`: while a server runs on it, which has accounts; autovacuum analyses the tables then.
 * @returns the size of the database in gigabytes, and a number to log in with
 * @throws OperatorError when it has accounts, or there is no server
 */
export async function fill(
  site: Site,
  { besideOthers = false, ...wish }: Wish,
  say: (part: string) => void = () => {},
) {
  if (site.env.DATABASE_URL === undefined)
    throw new OperatorError('DATABASE_URL is missing: only a database on a PostgreSQL server is filled.')
  return withDatabase(site, async ({ config, database, keyring }) => {
    if (!besideOthers) await refuseInUse(database)
    const plan = { ...wish, now: config.clock() }
    const { publicUrl } = config
    const hasher = new PinHasher({ ...config.argon2, atOnce: 1 })
    const pinHash = await hasher.hash(SHARED_PIN, { lane: 'bare', address: 'fill', number: 'fill' })
    const signer = await createVerdictSigner(config.signing)
    const [people, websites] = [createPeople(plan), createWebsites(plan)]
    const needs = { plan, people, websites, keyring, signer, publicUrl }
    const parts = {
      websites: () => load(database, websiteRows(websites, plan, keyring)),
      people: () => load(database, peopleRows({ plan, people, keyring, pinHash })),
      // A running server counts its SMS on the same days.
      ...(!besideOthers && { 'counts of SMS': () => load(database, smsCountRows(plan)) }),
      requests: () => load(database, requestRows(needs)),
      wallets: () => load(database, walletRows(needs)),
      staff: () => load(database, staffRows({ plan, websites, keyring, pinHash })),
      'what is short-lived': async () => load(database, shortLivedRows(needs, await readKnown(database, plan))),
      'audit trail': () => writeTrail({ plan, people, websites, keyring, database }),
    }
    for (const [name, run] of Object.entries(parts)) {
      await run()
      say(name)
    }
    await database.query(COUNT_EVENTS)
    await countTimer({ db: database, clock: config.clock }).run(new AbortController().signal)
    say('counts of requests')
    if (!besideOthers) await database.query('vacuum analyze')
    const [size] = await database.query(SIZE, [], row({ gigabytes: float }))
    return { gigabytes: size?.gigabytes ?? 0, number: firstToLogIn(people) }
  })
}
