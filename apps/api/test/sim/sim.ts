import { Console } from 'node:console'
import { ATTACKS } from './attacks.ts'
import { KINDS, type Kind, type Tally } from './people.ts'
import { simulate, SPAN } from './simulate.ts'

const out = new Console(process.stdout)

const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.01 ? 2 : 1)} %`
const refusedOf = (tally: Tally, kind: Kind) =>
  tally[kind].asked === 0 ? '–' : percent(tally[kind].refused / tally[kind].asked)
const euros = (sms: number, cents: number) => `${Math.round((sms * cents) / 100)} EUR`

const COLUMNS = ['people', 'attacker', 'PINs', 'codes a day']
const NAME = 56
const WIDTH = 15
const line = (name: string, cells: readonly (string | number)[]) =>
  out.log([name.padEnd(NAME), ...cells.map((cell) => String(cell).padStart(WIDTH))].join(''))

const from = performance.now()
out.log(
  `${SPAN.attackDays} days of an attack after ${SPAN.usualDays} usual ones. People who did not get in within an hour, of those who tried;
money for SMS in a day; the most wrong PINs until a proof, and the most wrong codes in 24 hours, that were compared at a
number in unknown browsers.\n`,
)
line('attack', [...KINDS, ...COLUMNS])
for (const attack of [undefined, ...ATTACKS]) {
  const { tally, smsADay, most, cents } = await simulate(attack, SPAN)
  line(attack?.name ?? 'none', [
    ...KINDS.map((kind) => refusedOf(tally, kind)),
    euros(smsADay.people, cents),
    euros(smsADay.attacker, cents),
    most.pinsUntilProof,
    most.codesADay,
  ])
}
out.log(`\n${Math.round((performance.now() - from) / 1_000)} s`)
