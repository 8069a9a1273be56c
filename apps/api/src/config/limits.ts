import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import * as z from 'zod'

const UNITS: Readonly<Record<string, number>> = { s: SECOND_MS, min: MINUTE_MS, h: HOUR_MS, day: 24 * HOUR_MS }
const ENTRY = /^([a-z.-]+)=([1-9][0-9]{0,6})\/([1-9][0-9]{0,3})?(s|min|h|day)$/

type Override = { name: string; most: number; perMs: number }

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
      const [, name, most = '', count = '1', unit = ''] = ENTRY.exec(entry) ?? []
      if (name !== undefined) return [{ name, most: Number(most), perMs: Number(count) * (UNITS[unit] ?? 0) }]
      context.addIssue({ code: 'custom', message: `its entry ${i + 1} is not written name=count/unit` })
      return []
    })
  })
