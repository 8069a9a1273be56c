import { Console } from 'node:console'
import { ATTACKS } from './attacks.ts'
import { KINDS, type Kind, type Tally } from './people.ts'
import { simulate, SPAN } from './simulate.ts'

const out = new Console(process.stdout)

const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.01 ? 2 : 1)} %`
const refusedOf = (tally: Tally, kind: Kind) =>
  tally[kind].asked === 0 ? '–' : percent(tally[kind].refused / tally[kind].asked)
const euros = (cents: number) => `${Math.round(cents / 100)} EUR`

const COLUMNS = ['people', 'attacker', 'captchas', 'PINs', 'codes a day']
/** So many refused people get a line that says by which limits. */
const MANY = 10
const NAME = 66
const WIDTH = 15
const line = (name: string, cells: readonly (string | number)[]) =>
  out.log([name.padEnd(NAME), ...cells.map((cell) => String(cell).padStart(WIDTH))].join(''))

const from = performance.now()
const [, ...names] = process.argv.slice(1)
out.log(
  `${SPAN.attackDays} days of an attack after ${SPAN.usualDays} usual ones. People who did not get in within an hour, of those who tried;
money for SMS in a day; what the attacker's captchas of a day are worth in usual ones; the most wrong PINs until a proof, and the
most wrong codes in 24 hours, that were compared at a number in unknown browsers. Where a country is attacked, its people are counted
apart.\n`,
)
line('attack', [...KINDS, ...COLUMNS])
const chosen = [undefined, ...ATTACKS].filter(
  (attack) => names.length === 0 || names.some((name) => (attack?.name ?? 'none').startsWith(name)),
)
for (const attack of chosen) {
  const { tally, there, centsADay, captchasADay, most } = await simulate(attack, SPAN)
  line(attack?.name ?? 'none', [
    ...KINDS.map((kind) => refusedOf(tally, kind)),
    euros(centsADay.people),
    euros(centsADay.attacker),
    Math.round(captchasADay).toLocaleString('en'),
    most.pinsUntilProof,
    most.codesADay,
  ])
  if (attack?.country !== undefined)
    line(
      '  its people',
      KINDS.map((kind) => refusedOf(there, kind)),
    )
  for (const kind of KINDS) {
    const by = Object.entries(tally[kind].by).concat(Object.entries(there[kind].by))
    if (tally[kind].refused + there[kind].refused > MANY)
      out.log(`  ${kind}: ${by.map((one) => one.join(' ')).join(', ')}`)
  }
}
out.log(`\n${Math.round((performance.now() - from) / 1_000)} s`)
