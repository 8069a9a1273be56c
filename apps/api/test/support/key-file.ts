import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MasterKey, masterKeys } from '../../src/config/key-files.ts'
import type { TestApi } from './test-api.ts'

const pathIn = ({ settings }: TestApi) => join(settings.DATA_DIR, 'keys/master.json')

/** The master keys of a server under test, as its next start and the next command read them. */
export const readKeys = (api: TestApi): MasterKey[] =>
  masterKeys.parse(JSON.parse(readFileSync(pathIn(api), 'utf8'))).keys

export function writeKeys(api: TestApi, keys: readonly MasterKey[]): void {
  writeFileSync(pathIn(api), JSON.stringify({ keys }))
  chmodSync(pathIn(api), 0o600)
}
