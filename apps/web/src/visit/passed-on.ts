import type { PassedOn } from '@avouch/journey'
import { inTab, readItem, writeItem } from '#api/storage.ts'

const NAME = 'passed_on'

const ENDS = ['yes', 'no', 'paid', 'nothing'] as const
type End = (typeof ENDS)[number]

/** Keeps what the website of a request has learned, for the page that says so. */
export const rememberPassedOn = (mintid: string, end: End): void => writeItem(inTab, NAME, `${mintid} ${end}`)

export function passedOnOf(mintid: string | undefined): PassedOn {
  const kept = readItem(inTab, NAME)
  return ENDS.find((end) => kept === `${mintid} ${end}`) ?? 'open'
}
