import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import * as z from 'zod'

const UNITS: Readonly<Record<string, number>> = { s: SECOND_MS, min: MINUTE_MS, h: HOUR_MS, day: 24 * HOUR_MS }
const ENTRY = /^([a-z.-]+)=([1-9][0-9]{0,6})(?:\/([1-9][0-9]{0,6}))?\/([1-9][0-9]{0,3})?(s|min|h|day)$/

type Override = { name: string; burst: number; most: number; perMs: number }

function overrideOf(entry: string): Override | undefined {
  const [, name, burst = '', most = String(2 * Number(burst)), count = '1', unit = ''] = ENTRY.exec(entry) ?? []
  const isBucket = name !== undefined && Number(most) > Number(burst)
  return isBucket
    ? { name, burst: Number(burst), most: Number(most), perMs: Number(count) * (UNITS[unit] ?? 0) }
    : undefined
}

/**
 * "login.address=300/10min, login-failed.address=10/30/day": a limit by its name, its burst, the most in any time
 * of that length (left out: twice the burst), and the time.
 */
export const limitsSetting = z
  .string()
  .default('')
  .transform((text, context): Override[] => {
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
    return entries.flatMap((entry, i) => {
      const override = overrideOf(entry)
      if (override !== undefined) return [override]
      const message = `its entry ${i + 1} is not written name=count/unit or name=count/more/unit`
      context.addIssue({ code: 'custom', message })
      return []
    })
  })
