import type { Env } from '../config/env.ts'

export type Print = (line: string) => void

/** Gives lines for the operator, and whether all is well. */
export type Command = {
  usage: string
  says: string
  run: (env: Env, args: readonly string[], print: Print) => Promise<boolean>
}
