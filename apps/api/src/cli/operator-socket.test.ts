import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askServer, listenForOperator } from './operator-socket.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'avouch-operator-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ask = async (...words: string[]) => {
  const lines: string[] = []
  return { exitCode: await askServer(folder, words, (line) => lines.push(line)), lines }
}

test('OPS-09 a running server does what the operator asks, and says how it ended', async () => {
  const stop = await listenForOperator(folder, async (words, print) => {
    for (const word of words) print(word)
    if (words.includes('broken')) throw new Error('it broke')
    return words.length
  })
  try {
    expect(await ask('switch', 'list')).toEqual({ exitCode: 2, lines: ['switch', 'list'] })
    expect(await ask('broken')).toEqual({ exitCode: 1, lines: ['broken', 'it broke'] })
    expect(statSync(join(folder, 'operator.sock')).mode & 0o777).toBe(0o600)
  } finally {
    await stop()
  }
})

test('OPS-09 where no server runs nobody answers', async () => {
  expect(await ask('switch', 'list')).toEqual({ exitCode: undefined, lines: [] })
})
