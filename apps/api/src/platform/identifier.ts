import { createHash } from 'node:crypto'
import { random } from './random.ts'

const ID_BYTES = 16
const TOKEN_BYTES = 32

/** A random public identifier, 128 bits, with a prefix that says what it names. */
export const newId = (prefix: string): string => `${prefix}_${random(ID_BYTES).toString('base64url')}`

/** A random secret, 256 bits, with a prefix that leak scanners and log redaction know. */
export const newToken = (prefix: string): string => `${prefix}_${random(TOKEN_BYTES).toString('base64url')}`

/** Secrets of full strength are stored as their SHA-256: looked up in one step, useless to a reader of the database. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()
