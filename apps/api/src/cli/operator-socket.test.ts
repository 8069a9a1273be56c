import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
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

test('OPS-09 a running server runs a command of the operator, and returns its exit code', async () => {
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

test('OPS-03 OPS-09 a connection that sends nothing, or stays open, does not keep the server from stopping', async () => {
  const stop = await listenForOperator(folder, async () => 0)
  const [silent, asked] = [0, 1].map(() => connect({ path: join(folder, 'operator.sock'), allowHalfOpen: true }))
  if (silent === undefined || asked === undefined) throw new Error('no sockets')
  await Promise.all([once(silent, 'connect'), once(asked, 'connect')])
  asked.write('{"words":["switch"],"folder":"/"}\n')
  expect(String(await once(asked, 'data'))).toBe('{"exitCode":0}\n')
  try {
    const late = new Promise((resolve) => setTimeout(() => resolve('late'), 10_000))
    expect(await Promise.race([stop(), late])).toBeUndefined()
  } finally {
    silent.destroy()
    asked.destroy()
  }
})

test('OPS-09 without a running server there is no answer', async () => {
  expect(await ask('switch', 'list')).toEqual({ exitCode: undefined, lines: [] })
})
