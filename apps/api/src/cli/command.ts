import type { AdminOperation, Answer as AnswerOf, api, ErrorCode, Sent } from '@avouch/contract'
import type { Command } from '@commander-js/extra-typings'
import type { Site } from './with-database.ts'

export type Print = (line: string) => void

/** What a command answers: lines for people, the same as data for --json, and whether all is well. */
export type Answer = { lines: readonly string[]; data: unknown; ok?: boolean }

/** Runs a command, which says how far it is if it takes long. @throws OperatorError for what can't be done */
export type Work = (site: Site, say: Print) => Promise<Answer>

/** What can't be undone: the operator types the word, or gave `--yes`. */
export type Danger = { word: string; warning: string; confirmed: boolean }

/** Asks the person at the terminal; what is `hidden` is not shown while it is typed. */
export type Ask = (question: string, options?: { hidden?: boolean }) => Promise<string>

/** What a refusal means to a command, where its title does not say it. */
export type Refusals = Partial<Record<ErrorCode, string>>

/** One call of the admin API, as the person who has signed in. @throws OperatorError for what the product refuses */
export type AdminCall = <Name extends AdminOperation>(
  name: Name,
  input: Sent<(typeof api)[Name]>,
  refusals?: Refusals,
) => Promise<AnswerOf<(typeof api)[Name]>['data']>

/** The same command, given from another machine. `forget`: the session there is of no use any more. */
export type RemoteWork = (call: AdminCall, terminal: { ask: Ask; forget: () => void }) => Promise<Answer>

/** Adds the commands of one noun. The one that the operator's words name hands over its work. */
export type AddCommands = (
  program: Command,
  choose: (work: Work, more?: { danger?: Danger; remote?: RemoteWork }) => void,
) => void

/** The answer of a change that has nothing to show. */
export const DONE: Answer = { lines: [], data: {} }
