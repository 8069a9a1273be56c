import type { Command } from '@commander-js/extra-typings'
import type { Site } from './with-database.ts'

export type Print = (line: string) => void

/** The answer of a command: lines for people, the same as data for --json, and whether all is well. */
export type CommandResult = { lines: readonly string[]; data: unknown; ok?: boolean }

/** Runs a command, which says how far it is if it takes long. @throws OperatorError for what can't be done */
export type Work = (site: Site, say: Print) => Promise<CommandResult>

/** A change that can't be undone: the operator types the word, or gave `--yes`. */
export type Danger = { word: string; warning: string; confirmed: boolean }

/** Asks the person at the terminal. */
export type AskPerson = (question: string) => Promise<string>

/** Adds the commands of one noun. The one that the operator's words name hands over its work. */
export type AddCommands = (program: Command, choose: (work: Work, danger?: Danger) => void) => void

/** The answer of a change that has nothing to show. */
export const DONE: CommandResult = { lines: [], data: {} }
