import { randomInt } from 'node:crypto'
import { tokenHash } from '../../platform/identifier.ts'

const CODES = 10
const GROUPS = 4
const GROUP_LENGTH = 5
/** Leaves out letters that look like digits: five bits each, a hundred in all. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const newGroup = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Codes as people write them down. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, newGroup).join('-'))

/** Hashes one code or several. They are too long to be guessed, so no key is needed. */
export const recoveryHashes = (codes: string): Buffer[] =>
  codes.split(' ').map((code) => tokenHash(code.replaceAll('-', '')))
