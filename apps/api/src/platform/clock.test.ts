import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { later, steady } from './clock.ts'

const begin = new Date('2026-03-01T12:00:00Z')

function clockThatMoves(since?: Date) {
  const told: number[] = []
  let present = begin
  const clock = steady({ clock: () => present, since, onBack: (seconds) => told.push(seconds) })
  return {
    told,
    /** Reads the steadied clock when the other one is so far from the beginning. */
    at: (milliseconds: number): number => {
      present = later(begin, milliseconds)
      return clock().getTime() - begin.getTime()
    },
  }
}

describe('a clock that is set back', () => {
  test('A clock that is set back is reported each time, and not when two processes differ a little [T-02]', () => {
    const { at, told } = clockThatMoves()
    for (const moment of [0, -5 * SECOND_MS, -HOUR_MS, -HOUR_MS, SECOND_MS, -MINUTE_MS]) at(moment)
    expect(told).toEqual([3_600, 61])
  })

  test('A clock set back by more than two hours is believed: no one waits for a year that has not come [T-02]', () => {
    const { at, told } = clockThatMoves(later(begin, 365 * 24 * HOUR_MS))
    expect([0, MINUTE_MS].map(at)).toEqual([0, MINUTE_MS])
    expect(told).toHaveLength(1)
  })
})
