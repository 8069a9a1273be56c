import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRemoteSession } from './remote-session.ts'

test('ADMIN-27 a session that can’t be kept leaves those at other products as they were', () => {
  const folder = mkdtempSync(join(tmpdir(), 'avouch-sessions-'))
  const session = createRemoteSession(folder)
  session.write('https://one.example', 'staff=1')
  // Where the next file would be written there is a folder.
  mkdirSync(join(folder, 'console-sessions.json.new'))
  expect(() => session.write('https://two.example', 'staff=2')).toThrow(`The session can't be kept in ${folder}`)
  expect(session.read('https://one.example')).toBe('staff=1')
  expect(session.read('https://two.example')).toBeUndefined()
})
