import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Debian's, with python3-cbor2 and python3-cryptography. */
const PYTHON = '/usr/bin/python3'
export const hasReader = spawnSync(PYTHON, ['-c', 'import cbor2, cryptography']).status === 0
export const NO_READER = 'python3-cbor2 is not installed'

type Contents = Readonly<Record<string, string | Buffer>>

/** Files in a folder of their own, as long as they are used. */
export function withFiles<Result>(contents: Contents, use: (paths: string[]) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-reader-'))
  try {
    return use(
      Object.entries(contents).map(([name, content]) => {
        writeFileSync(join(folder, name), content)
        return join(folder, name)
      }),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a Python script beside this file reads in an answer, as the JSON that it prints. @throws what it complains about */
export const readByAnother = (script: string, contents: Contents, ...asked: readonly string[]): unknown =>
  withFiles(contents, (paths): unknown => {
    // Without -B it would leave a folder beside the module that both scripts import.
    const { stdout, stderr } = spawnSync(PYTHON, ['-B', join(import.meta.dirname, script), ...paths, ...asked], {
      encoding: 'utf8',
    })
    if (stderr !== '') throw new Error(stderr)
    return JSON.parse(stdout)
  })
