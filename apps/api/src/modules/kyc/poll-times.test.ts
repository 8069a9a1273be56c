import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { PollSchedule } from './poll-times.ts'

const DAY_MS = 24 * HOUR_MS
const since = new Date('2031-03-29T23:30:00Z')
const schedule = new PollSchedule({ check: DAY_MS, review: 14 * DAY_MS })

/** The minutes after which the service is asked, while it has no outcome. */
function minutesAsked(status: '' | 'PENDING_MANUAL_REVIEW'): number[] {
  const asked: number[] = []
  let at = schedule.first(status, since) ?? since
  for (let polls = 1; ; polls++) {
    asked.push((at.getTime() - since.getTime()) / MINUTE_MS)
    if (schedule.isOver(status, since, at)) return asked
    at = schedule.next({ status, since, polls }, at)
  }
}

describe('the service is asked', () => {
  test('The service is asked about a check after 5 minutes, at growing distances, and last after a day [KYC-24 T-03]', () => {
    expect(minutesAsked('')).toEqual([5, 15, 35, 75, 155, 315, 635, 995, 1_355, 1_440])
  })

  test('The service is asked about a review after half an hour, then at least every six hours, for 14 days [KYC-24 T-03]', () => {
    const asked = minutesAsked('PENDING_MANUAL_REVIEW')
    expect(asked.slice(0, 6)).toEqual([30, 90, 210, 450, 810, 1_170])
    expect(asked.at(-1)).toBe(14 * 24 * 60)
    const gaps = asked.map((minute, i) => minute - (asked[i - 1] ?? 0))
    expect(Math.max(...gaps)).toBe(6 * 60)
  })
})
