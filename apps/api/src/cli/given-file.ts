import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'
import type { Site } from './with-database.ts'

/** A file that the operator named, from the folder where the command was typed. @throws OperatorError */
export function readGivenFile({ folder }: Site, file: string): Buffer {
  try {
    return readFileSync(resolve(folder, file))
  } catch (error) {
    throw new OperatorError(`${file} can't be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
