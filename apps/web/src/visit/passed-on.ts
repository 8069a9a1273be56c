import type { PassedOn } from '@avouch/journey'
import { readItem, writeItem } from '#api/storage.ts'

const NAME = 'passed_on'
const inTab = () => window.sessionStorage

/** What the website of a request has learned, kept for the page that says so. */
export const rememberPassedOn = (mintid: string, result: 'yes' | 'no'): void =>
  writeItem(inTab, NAME, `${mintid} ${result}`)

export function passedOnOf(mintid: string | undefined): PassedOn {
  const kept = readItem(inTab, NAME)
  return kept === `${mintid} yes` ? 'yes' : kept === `${mintid} no` ? 'no' : 'nothing'
}
