import type { Language } from '@avouch/contract'

/** In seconds. */
const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** How long a check has been waiting, in words. Runs on the server and in the browser. */
export function waitingTime(since: Date, now: Date, language: Language): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1_000))
  const [unit, size] = UNITS.find(([, one]) => seconds >= one) ?? UNITS[3]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(seconds / size),
  )
}
