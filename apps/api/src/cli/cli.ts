import { type Env, readEnv } from '../config/env.ts'
import { verifyAudit } from './audit.ts'

/** Gives lines for the operator, and whether all is well. */
type Command = {
  usage: string
  says: string
  run: (env: Env, args: readonly string[], print: (line: string) => void) => Promise<boolean>
}

/** What an operator can ask for beside the server: `main.js <noun> <verb>`. */
const COMMANDS: Readonly<Record<string, Command>> = {
  'audit verify': {
    usage: 'audit verify [head]',
    says: 'walks the audit trail; with a head that was noted earlier, tells whether it is still part of it',
    run: verifyAudit,
  },
}

const usage = () => Object.values(COMMANDS).map(({ usage: how, says }) => `  ${how.padEnd(24)} ${says}`)

/** Runs one command. @returns the exit code: 0 all is well, 1 it is not, 2 there is no such command */
export async function runCommand(
  args: readonly string[],
  print: (line: string) => void,
  variables?: NodeJS.ProcessEnv,
): Promise<number> {
  const [noun = '', verb = '', ...rest] = args
  const command = COMMANDS[`${noun} ${verb}`]
  if (command === undefined) {
    for (const line of ['Commands:', ...usage()]) print(line)
    return 2
  }
  return (await command.run(readEnv(variables), rest, print)) ? 0 : 1
}
