import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A statement that the product sent, with values of one call. */
export type Recorded = { text: string; values: unknown[] }

export const readRecorded = (folder: string): Recorded[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recorded)
