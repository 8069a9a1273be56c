import { type OperatorSwitch, SECOND_MS, type SwitchValue, type SwitchValues } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import { DatabaseUnavailable } from '../../platform/database/availability.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import { readSwitches, type SwitchEntry, writeSwitch } from './switch-store.ts'

const OFF: SwitchValues = { maintenance: '0', broadcast: '0' }
const RECENT_MS = SECOND_MS

/** `signUpByDefault`: test projects for everyone, as long as the operator has not said anything. */
type Deps = { db: Database; clock: Clock; append: AppendEvents; signUpByDefault: boolean }
export type Switches = ReturnType<typeof createSwitches>

/** What the operator changes while the product runs. It is read each time, so a change holds from the next call on. */
export function createSwitches(deps: Deps) {
  return {
    all: () => readAll(deps),
    set: (name: OperatorSwitch, value: SwitchValue) => setSwitch(deps, name, value),
    values: () => readValues(deps),
    isOn: async (name: OperatorSwitch) => (await readAll(deps)).some((one) => one.name === name && one.value === '1'),
    recent: createRecentValues(deps),
  }
}

const readAll = async ({ db, signUpByDefault }: Deps): Promise<SwitchEntry[]> =>
  (await readSwitches(db)).map((one) =>
    one.name === 'provider_signup' && one.changedAt === null ? { ...one, value: signUpByDefault ? '1' : '0' } : one,
  )

const setSwitch = ({ db, clock, append }: Deps, name: OperatorSwitch, value: SwitchValue): Promise<void> =>
  db.transaction(async (tx) => {
    if (await writeSwitch(tx, name, value, clock()))
      await append(tx, { type: 'operator.switch_set', reason: `${name} ${value}` })
  })

async function readValues({ db }: Pick<Deps, 'db'>): Promise<SwitchValues> {
  return { ...OFF, ...Object.fromEntries((await readSwitches(db)).map(({ name, value }) => [name, value])) }
}

/** For every page that is sent: a second old at most, and the last known values while they can't be read. */
function createRecentValues({ db, clock }: Pick<Deps, 'db' | 'clock'>): () => Promise<SwitchValues> {
  let last = { values: OFF, readAt: 0 }
  return async () => {
    const now = clock().getTime()
    if (now - last.readAt < RECENT_MS) return last.values
    last = { ...last, readAt: now }
    try {
      last = { values: await readValues({ db }), readAt: now }
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
    }
    return last.values
  }
}
