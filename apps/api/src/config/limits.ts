import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import * as z from 'zod'
import { RULES, type RuleName, type Rules } from '../modules/limits/index.ts'

const UNITS: Readonly<Record<string, number>> = { s: SECOND_MS, min: MINUTE_MS, h: HOUR_MS, day: 24 * HOUR_MS }
const ENTRY = /^([a-z.-]+)=([1-9][0-9]{0,6})\/([1-9][0-9]{0,3})?(s|min|h|day)$/

type Override = { name: RuleName; most: number; perMs: number }

const isRuleName = (name: string): name is RuleName => Object.hasOwn(RULES, name)

/** "signup.browser=20/h, login.address=300/10min": a limit by its name, how often, and in what time. */
export const limitsSetting = z
  .string()
  .default('')
  .transform((text, context): Override[] => {
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    return entries.flatMap((entry, i) => {
      const [, name = '', most = '', count = '1', unit = ''] = ENTRY.exec(entry) ?? []
      const perMs = Number(count) * (UNITS[unit] ?? 0)
      if (isRuleName(name)) return [{ name, most: Number(most), perMs }]
      const what = name === '' ? 'is not written name=count/unit' : 'names a limit that does not exist'
      context.addIssue({ code: 'custom', message: `its entry ${i + 1} ${what}` })
      return []
    })
  })

/** The limits as they hold: all of them times the factor, single ones as the setting says. */
export function scaledRules(overrides: readonly Override[], factor: number): Rules {
  const scaled = Object.entries(RULES).map(([name, rule]) => {
    const own = overrides.findLast((override) => override.name === name)
    const { most, perMs } = own ?? { ...rule, most: Math.max(1, Math.round(rule.most * factor)) }
    return [name, { ...rule, most, perMs }] as const
  })
  return Object.fromEntries(scaled) as Rules
}
