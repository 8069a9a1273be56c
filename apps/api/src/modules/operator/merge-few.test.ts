import { FEWEST_SHOWN } from '@avouch/contract'
import { expect, test } from 'vitest'
import { mergeFew } from './merge-few.ts'

const ENDS = ['yes', 'no', 'paid', 'unanswered'] as const
type Website = { provider: string } & Record<(typeof ENDS)[number], number>
const website = (provider: string, yes: number, no = 0, paid = 0, unanswered = 0): Website => ({
  provider,
  yes,
  no,
  paid,
  unanswered,
})
const none = { yes: null, no: null, paid: null, unanswered: null, other: null }

/** Repeatable numbers below `most`. */
function chance(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

test.each([
  { of: [website('a', 20, 19)], shown: [{ ...none, provider: 'a', yes: 20 }] },
  { of: [website('a', 50, 19, 0, 1)], shown: [{ ...none, provider: 'a', yes: 50, other: 20 }] },
  { of: [website('a', 19)], shown: [] },
  { of: [website('a', 19), website('b', 1)], shown: [{ ...none, provider: null, other: 20 }] },
  {
    of: [website('a', 30, 12), website('b', 9)],
    shown: [
      { ...none, provider: 'a', yes: 30 },
      { ...none, provider: null, other: 21 },
    ],
  },
])('Numbers below 20 are merged, or left out ($shown.length shown) [ADMIN-35]', ({ of, shown }) => {
  expect(mergeFew(of)).toEqual(shown)
})

const numbersIn = (shown: ReturnType<typeof mergeFew>) =>
  shown.flatMap(({ provider: _, ...numbers }) => Object.values(numbers).filter((number) => number !== null))

test('No sum or difference of the numbers shown tells a number below 20 [ADMIN-35]', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const below = chance(seed)
    const most = [8, 25, 60][seed % 3] ?? 8
    const of = Array.from({ length: 1 + below(5) }, (_, n) =>
      website(`site-${n}`, below(most), below(most), below(most), below(most)),
    )
    const shown = mergeFew(of)
    expect(numbersIn(shown).filter((number) => number < FEWEST_SHOWN)).toEqual([])
    // A subtraction has only the numbers shown: another split of what is merged or left out changes none of them.
    for (const one of of)
      for (const [from, to] of ENDS.flatMap((end) => ENDS.map((other) => [end, other] as const))) {
        if (from === to || one[from] === 0 || one[from] >= FEWEST_SHOWN || one[to] >= FEWEST_SHOWN - 1) continue
        const moved = of.map((two) => (two === one ? { ...one, [from]: one[from] - 1, [to]: one[to] + 1 } : two))
        expect(mergeFew(moved)).toEqual(shown)
      }
    // Websites that are left out are in no number: without them nothing changes.
    const all = of.reduce((sum, one) => sum + ENDS.reduce((part, end) => part + one[end], 0), 0)
    const isAllShown = numbersIn(shown).reduce((sum, number) => sum + number, 0) === all
    const without = of.filter(({ provider }) => shown.some((one) => one.provider === provider))
    if (!isAllShown && !shown.some(({ provider }) => provider === null)) expect(mergeFew(without)).toEqual(shown)
  }
})
