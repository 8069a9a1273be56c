import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Lock } from '../platform/folder-lock.mjs'
import { lockDataFolder } from '../platform/database/open-database.ts'
import { answerOperator, askServer } from './operator-socket.ts'

let folder = ''
let lock: Lock
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'avouch-operator-'))
  lock = await lockDataFolder(folder)
})
afterEach(() => {
  lock.release()
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (...words: string[]) => {
  const lines: string[] = []
  return { exitCode: await askServer(folder, words, (line) => lines.push(line)), lines }
}

test('A running server runs a command of the operator, and returns its exit code [OPS-09]', async () => {
  const stop = answerOperator(lock, async (words, print) => {
    for (const word of words) print(word)
    if (words.includes('broken')) throw new Error('it broke')
    return words.length
  })
  try {
    expect(await ask('switch', 'list')).toEqual({ exitCode: 2, lines: ['switch', 'list'] })
    expect(await ask('broken')).toEqual({ exitCode: 1, lines: ['broken', 'it broke'] })
  } finally {
    await stop()
  }
})

test('Without a running server, or while another command runs, a command gets no answer [OPS-09]', async () => {
  expect(await ask('switch', 'list')).toEqual({ exitCode: undefined, lines: [] })
  lock.release()
  expect(await ask('switch', 'list')).toEqual({ exitCode: undefined, lines: [] })
})
