import { addAttack, type Attack } from './attacks.ts'
import { createGuessCount, type MostGuesses } from './guesses.ts'
import { addDay, DAY_MS, emptyTally, type Tally, TOWN, type Town } from './people.ts'
import { createProduct } from './product.ts'
import { createRandom } from './random.ts'
import { createTimeline } from './timeline.ts'

const START = Date.parse('2026-03-02T00:00:00Z')

/** A usual week earns its rooms; what counts is what comes after. */
export type Span = { town: Town; usualDays: number; attackDays: number; seed: number }
export const SPAN: Span = { town: TOWN, usualDays: 7, attackDays: 7, seed: 1 }

/** Of the days of the attack: who was refused, how many SMS were sent a day, and how many guesses were compared. */
export type Outcome = { tally: Tally; smsADay: { people: number; attacker: number }; most: MostGuesses; cents: number }

/** People from the first day on, and an attacker after the usual days. */
export async function simulate(
  attack: Attack | undefined,
  { town, usualDays, attackDays, seed }: Span,
): Promise<Outcome> {
  const timeline = createTimeline()
  const { compared, most } = createGuessCount(timeline.now)
  const product = createProduct(() => new Date(START + timeline.now()), compared)
  const [tally, sent] = [emptyTally(), { people: 0, attacker: 0 }]
  const world = { timeline, random: createRandom(seed), product, tally, sent }
  const fromMs = usualDays * DAY_MS
  const endMs = fromMs + attackDays * DAY_MS
  for (let day = 0; day < usualDays + attackDays; day++)
    timeline.add({ at: day * DAY_MS, run: () => addDay(world, town, day) })
  await timeline.run(fromMs)
  Object.assign(tally, emptyTally())
  Object.assign(sent, { people: 0, attacker: 0 })
  if (attack !== undefined) addAttack(world, town, attack, { fromMs, endMs })
  await timeline.run(endMs)
  const { people, attacker } = sent
  return {
    tally,
    smsADay: { people: people / attackDays, attacker: attacker / attackDays },
    most,
    cents: product.cents,
  }
}
