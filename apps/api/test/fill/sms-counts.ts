import { HOUR_MS } from '@avouch/contract'
import { later } from '../../src/platform/clock.ts'
import type { Batch } from './load.ts'
import type { Plan } from './plan.ts'
import { REPORTS } from './sign-ins.ts'

const COUNTRIES = { DE: 0.6, AT: 0.2, CH: 0.1, NL: 0.05, other: 0.05 } as const
const CENTS = { DE: 8, AT: 7, CH: 6, NL: 8, other: 15 } as const
const OUTCOMES = { accepted: 0.96, refused: 0.02, unknown: 0.015, not_taken: 0.005 } as const
const GATEWAYS = { 1: 0.9, 2: 0.1 } as const
const COUNTED_DAYS = 365
const SMS_A_DAY = 0.05

/** Counts of SMS by day and country, of a year. */
export function* smsCountRows({ accounts, now }: Plan): Generator<Batch> {
  const days = Array.from({ length: COUNTED_DAYS }, (_, n) =>
    later(now, -n * 24 * HOUR_MS)
      .toISOString()
      .slice(0, 10),
  )
  const entriesOf = <K extends string>(shares: Record<K, number>) => Object.entries(shares) as [K, number][]
  const ofDay = (share: number) => Math.ceil(accounts * SMS_A_DAY * share)
  const spend = days.flatMap((day) =>
    entriesOf(COUNTRIES).flatMap(([country, share]) =>
      entriesOf(OUTCOMES).map(([outcome, part]) => {
        const total = ofDay(share * part)
        return { day, country, outcome, total, cents: total * CENTS[country] }
      }),
    ),
  )
  const delivery = days.flatMap((day) =>
    entriesOf(COUNTRIES).flatMap(([country, share]) =>
      Object.entries(GATEWAYS).map(([gateway, part]) => {
        const accepted = ofDay(share * part)
        const delivered = Math.floor(accepted * REPORTS.delivered)
        return { day, country, gateway: Number(gateway), accepted, delivered, undelivered: accepted - delivered }
      }),
    ),
  )
  yield { sms_spend: spend, sms_delivery: delivery }
}
