import { addAttack, type Attack } from './attacks.ts'
import { createGuessCount, type MostGuesses } from './guesses.ts'
import { addDay, DAY_MS, emptyTally, type Tally, TOWN, type Town, type World } from './people.ts'
import { createProduct } from './product.ts'
import { createRandom } from './random.ts'
import { createTimeline } from './timeline.ts'

const START = Date.parse('2026-03-02T00:00:00Z')

/** A usual week earns its rooms; what counts is what comes after. */
export type Span = { town: Town; usualDays: number; attackDays: number; seed: number }
export const SPAN: Span = { town: TOWN, usualDays: 7, attackDays: 7, seed: 1 }

/** Of the days of the attack: who was refused, what a day cost, and how many guesses were compared. */
export type Outcome = {
  /** Of people elsewhere, if there is an attacked country. */
  tally: Tally
  there: Tally
  centsADay: { people: number; attacker: number }
  captchasADay: number
  most: MostGuesses
}

/** People from the first day on, and an attacker after the usual days. */
export async function simulate(
  attack: Attack | undefined,
  { town, usualDays, attackDays, seed }: Span,
): Promise<Outcome> {
  const timeline = createTimeline()
  const { compared, most } = createGuessCount(timeline.now)
  const product = createProduct(() => new Date(START + timeline.now()), compared)
  const world: World = {
    timeline,
    random: createRandom(seed),
    product,
    attacked: attack?.country,
    tally: { there: emptyTally(), elsewhere: emptyTally() },
    spent: { people: 0, attacker: 0 },
    captchas: { solved: 0 },
  }
  const { tally, spent, captchas } = world
  const fromMs = usualDays * DAY_MS
  const endMs = fromMs + attackDays * DAY_MS
  for (let day = 0; day < usualDays + attackDays; day++)
    timeline.add({ at: day * DAY_MS, run: () => addDay(world, town, day) })
  await timeline.run(fromMs)
  Object.assign(tally.there, emptyTally())
  Object.assign(tally.elsewhere, emptyTally())
  Object.assign(spent, { people: 0, attacker: 0 })
  if (attack !== undefined) addAttack(world, town, attack, { fromMs, endMs })
  await timeline.run(endMs)
  return {
    tally: tally.elsewhere,
    there: tally.there,
    centsADay: { people: spent.people / attackDays, attacker: spent.attacker / attackDays },
    captchasADay: captchas.solved / attackDays,
    most,
  }
}
