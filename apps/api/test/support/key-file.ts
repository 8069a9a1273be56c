import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSealingKey, type MasterKeys, masterKeys } from '../../src/config/key-files.ts'
import type { TestApi } from './test-api.ts'

const pathIn = ({ settings }: TestApi) => join(settings.DATA_DIR, 'keys/master.json')

/** The master keys of a server under test, as its next start and the next command read them. */
export const readKeys = (api: TestApi): MasterKeys => masterKeys.parse(JSON.parse(readFileSync(pathIn(api), 'utf8')))

export function writeKeys(api: TestApi, keys: MasterKeys): void {
  writeFileSync(pathIn(api), JSON.stringify(keys))
  chmodSync(pathIn(api), 0o600)
}

type SealingKey = MasterKeys['keys'][number]

/** The files of the steps in which another key becomes current. */
export function stepsTo(api: TestApi, id: string) {
  const file = readKeys(api)
  const next = makeSealingKey(id, 'next', new Date())
  const old = file.keys.find(({ status }) => status === 'current')
  if (old === undefined) throw new Error('no key is current')
  const fileOf = (...keys: SealingKey[]): MasterKeys => ({ ...file, keys })
  return {
    known: fileOf(old, next),
    sealing: fileOf({ ...old, status: 'previous' }, { ...next, status: 'current' }),
    alone: fileOf({ ...next, status: 'current' }),
  }
}
