import { Console } from 'node:console'
import { type Attack, ATTACKS, DAYS, FROM_MS } from './attacks.ts'
import { addDay, DAY_MS, emptyTally, type Kind, PEOPLE, type Tally } from './people.ts'
import { createRandom } from './random.ts'
import { createSending } from './sending.ts'
import { createTimeline } from './timeline.ts'

const START = Date.parse('2026-03-02T00:00:00Z')
const SEED = 1
const out = new Console(process.stdout)

type Outcome = { tally: Tally; smsOfPeople: number; smsOfAttacker: number; cents: number }

/** A month of people, and of an attacker from the second week on. */
async function simulate(attack: Attack | undefined): Promise<Outcome> {
  let now = START
  const timeline = createTimeline()
  const random = createRandom(SEED)
  const sending = createSending(() => new Date(now))
  const tally = emptyTally()
  const sent = { people: 0, attacker: 0 }
  const ofPeople = {
    async send(wish: Parameters<typeof sending.send>[0]) {
      const outcome = await sending.send(wish)
      if ('typeIn' in outcome) sent.people += 1
      return outcome
    },
  }
  const world = { timeline, random, sending: ofPeople, tally }
  for (let day = 0; day < DAYS; day++)
    timeline.add({ at: day * DAY_MS, run: () => addDay(world, day, day * PEOPLE.newcomersADay) })
  if (attack !== undefined) {
    let turn = 0
    const strike = async (at: number): Promise<void> => {
      const outcome = await sending.send(attack.wish(random, turn))
      turn += 1
      if ('typeIn' in outcome) {
        sent.attacker += 1
        if (attack.typesIn) await outcome.typeIn()
      }
      if (at + attack.everyMs < DAYS * DAY_MS) timeline.add({ at: at + attack.everyMs, run: strike })
    }
    timeline.add({ at: FROM_MS, run: strike })
  }
  for (let event = timeline.first(); event !== undefined; event = timeline.first()) {
    now = START + event.at
    await event.run(event.at)
  }
  return { tally, smsOfPeople: sent.people, smsOfAttacker: sent.attacker, cents: sending.cents }
}

const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.01 ? 2 : 1)} %`
const refusedOf = (tally: Tally, kind: Kind) => percent(tally[kind].refused / Math.max(1, tally[kind].asked))
const euros = (sms: number, cents: number, days: number) => `${Math.round((sms * cents) / 100 / days)} EUR a day`

const KINDS: readonly Kind[] = ['known browser', 'new browser', 'newcomer', 'reset']
out.log(`${DAYS} days, an attack from day ${FROM_MS / DAY_MS + 1} on. Refused for good, of those who asked:\n`)
out.log(
  ['attack'.padEnd(42), ...KINDS.map((kind) => kind.padStart(15)), 'people'.padStart(16), 'attacker'.padStart(16)].join(
    '',
  ),
)
for (const attack of [undefined, ...ATTACKS]) {
  const { tally, smsOfPeople, smsOfAttacker, cents } = await simulate(attack)
  out.log(
    [
      (attack?.name ?? 'none').padEnd(42),
      ...KINDS.map((kind) => refusedOf(tally, kind).padStart(15)),
      euros(smsOfPeople, cents, DAYS).padStart(16),
      euros(smsOfAttacker, cents, DAYS - FROM_MS / DAY_MS).padStart(16),
    ].join(''),
  )
}
