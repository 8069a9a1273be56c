import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { configFrom } from './config.ts'
import { readEnv } from './env.ts'
import { makeMasterKeys, masterKeys, readOrMake, readSecretFile, signingKeys } from './key-files.ts'
import { makeSigningKeys } from './sandbox.ts'
import { StartupError } from '../platform/startup-error.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'avouch-keys-'))
function kept(content: string, mode = 0o600): string {
  const path = join(newFolder(), 'master.json')
  writeFileSync(path, content, { mode })
  chmodSync(path, mode)
  return path
}
const good = () => JSON.stringify(makeMasterKeys())
const key = (id: string, more: object = {}) => ({ id, secret: randomBytes(32).toString('base64url'), ...more })
const fileOf = (parts: object) => JSON.stringify({ ...makeMasterKeys(), ...parts })

function lineOf(start: () => unknown): string {
  try {
    start()
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError)
    return (error as Error).message
  }
  throw new Error('it started')
}

test('A key file is made on first use, for the owner only, and read again afterwards [X-13]', () => {
  const path = join(newFolder(), 'keys', 'master.json')
  const made = readOrMake(path, masterKeys, 'MASTER_KEY_FILE', makeMasterKeys)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  expect(readdirSync(dirname(path))).toEqual(['master.json'])
  expect(readOrMake(path, masterKeys, 'MASTER_KEY_FILE', makeMasterKeys)).toEqual(made)
  expect(Buffer.from(made.keys[0]?.secret ?? '', 'base64url')).toHaveLength(32)
})

test('A key file open to others stops the start [X-13 OPS-02]', () => {
  const path = kept(good(), 0o640)
  const line = lineOf(() => readSecretFile(path, masterKeys, 'MASTER_KEY_FILE'))
  expect(line).toBe(`The file ${path} (MASTER_KEY_FILE) can be read by others: chmod 600 it.`)
})

test.each([
  ['no JSON', '', () => 'a secret'],
  [
    'a short key',
    'keys.0.secret: has to have 32 bytes',
    () => fileOf({ keys: [{ id: 'k1', secret: 'c2hvcnQ', status: 'current' }] }),
  ],
  ['no key that hashes', 'hash', () => fileOf({ hash: undefined })],
  [
    'two current keys',
    'keys: exactly one has to be current',
    () => fileOf({ keys: ['k1', 'k2'].map((id) => key(id, { status: 'current' })) }),
  ],
  ['one id for two keys', 'keys: an id is of one key alone', () => fileOf({ hash: key('k1') })],
])(
  'A key file that holds %s stops the start with a line that says where (%s), without its content [X-13 OPS-02 P-12]',
  (_what, where, content) => {
    const path = kept(content())
    const line = lineOf(() => readSecretFile(path, masterKeys, 'MASTER_KEY_FILE'))
    const damage = where === '' ? 'damaged: restore' : `damaged (${where}): correct it, or restore`
    expect(line).toBe(`The file ${path} (MASTER_KEY_FILE) is ${damage} it from a backup.`)
  },
)

test('A key file that is damaged is never replaced [X-13]', () => {
  const path = kept('{')
  lineOf(() => readOrMake(path, masterKeys, 'MASTER_KEY_FILE', makeMasterKeys))
  expect(readFileSync(path, 'utf8')).toBe('{')
})

const [one, two] = [makeSigningKeys().keys[0], makeSigningKeys().keys[0]]
const read = (keys: unknown[]) => readSecretFile(kept(JSON.stringify({ keys })), signingKeys, 'SIGNING_KEYS_FILE')

test('The current key of verdicts comes first, or the first one when none says what it is [PROV-04]', () => {
  const listed = [
    { ...one, status: 'next' },
    { ...two, status: 'current' },
  ]
  expect(read(listed).keys.map(({ kid }) => kid)).toEqual([two?.kid, one?.kid])
  expect(read([one, two]).keys.map(({ kid }) => kid)).toEqual([one?.kid, two?.kid])
})

test.each([
  [
    'two current ones',
    [
      { ...one, status: 'current' },
      { ...two, status: 'current' },
    ],
  ],
  ['no current one', [{ ...one, status: 'next' }]],
])('Keys of verdicts with %s stop the start [PROV-04 OPS-02]', (_what, keys) => {
  expect(lineOf(() => read(keys))).toContain('(SIGNING_KEYS_FILE) is damaged')
})

const settings = () => ({
  NODE_ENV: 'production',
  DATA_DIR: newFolder(),
  PUBLIC_URL: 'https://product.example',
  SMS_URL: 'https://sms.example',
})
const start = (more: Record<string, string> = {}) => lineOf(() => configFrom(readEnv({ ...settings(), ...more })))
const embedded = { EMBEDDED_IN_PRODUCTION: 'true' }

test.each<{ missing: string; given: Record<string, string>; line: string }>([
  {
    missing: 'https',
    given: { PUBLIC_URL: 'http://product.example' },
    line: 'PUBLIC_URL must be https in production.',
  },
  { missing: 'a database', given: {}, line: 'Production needs DATABASE_URL' },
  { missing: 'real time', given: { CLOCK_SHIFT_FILE: '/tmp/shift' }, line: 'CLOCK_SHIFT_FILE is for tests' },
  { missing: 'a master key', given: embedded, line: 'Production needs the setting MASTER_KEY_FILE.' },
  {
    missing: 'signing keys',
    given: { ...embedded, MASTER_KEY_FILE: kept(good()) },
    line: 'Production needs the setting SIGNING_KEYS_FILE.',
  },
])('Production without $missing does not start [OPS-02 X-13]', ({ given, line }) => {
  expect(start(given)).toContain(line)
})

test('Production makes no keys of its own [X-13]', () => {
  const folder = newFolder()
  start({ ...embedded, DATA_DIR: folder })
  expect(existsSync(join(folder, 'keys'))).toBe(false)
})
