import { SWITCHES, type SwitchName, type SwitchValue } from '@avouch/contract'
import { createSwitches, type Switches } from '../modules/switches/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { readArguments, table, timeText } from './arguments.ts'
import type { Command } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

const LIST = 'switch list'
const SET = `switch set ${SWITCHES.join('|')} 0|1`

const isSwitch = (text: string): text is SwitchName => SWITCHES.some((name) => name === text)
const isValue = (text: string): text is SwitchValue => text === '0' || text === '1'

const withSwitches = <T>(site: Site, run: (switches: Switches) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database, append }) =>
    run(createSwitches({ db: database, clock: config.clock, append })),
  )

export const SWITCH_COMMANDS: Readonly<Record<string, Command>> = {
  'switch list': {
    usage: LIST,
    says: 'shows what can be switched while the product runs, and since when it is as it is',
    async run(site, args, print) {
      readArguments(args, LIST, { words: 0, options: {} })
      const all = await withSwitches(site, (switches) => switches.all())
      for (const line of table(all.map(({ name, value, changedAt }) => [name, value, timeText(changedAt)]))) print(line)
      return true
    },
  },
  'switch set': {
    usage: SET,
    says: 'maintenance: no deposits, what comes in goes back; broadcast: the warning about the app on phones',
    async run(site, args) {
      const { word } = readArguments(args, SET, { words: 2, options: {} })
      const [name, value] = [word(0), word(1)]
      if (!isSwitch(name) || !isValue(value)) throw new OperatorError(`Usage: ${SET}`)
      await withSwitches(site, (switches) => switches.set(name, value))
      return true
    },
  },
}
