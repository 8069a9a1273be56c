import type { Site } from './with-database.ts'

export type Print = (line: string) => void

/** Gives lines for the operator, and whether all is well. */
export type Command = {
  usage: string
  says: string
  run: (site: Site, args: readonly string[], print: Print) => Promise<boolean>
}
