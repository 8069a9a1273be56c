import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import { jsonOf } from '../platform/json.ts'
import { KEY_STATUSES, type KeyStatus } from '../platform/keyring.ts'
import { StartupError } from '../platform/startup-error.ts'

const READABLE_BY_OTHERS = 0o077

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Writes a draft and links it: a crash leaves no half of a file, and of two concurrent processes one makes it for both. */
function writeSecret(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
    rmSync(draft)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') rmSync(draft)
    // Not every file system links.
    else renameSync(draft, path)
  }
}

/** Replaces the content of a secret file atomically. */
export function replaceSecret(path: string, content: unknown): void {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
  renameSync(draft, path)
}

/** The text of a secret file. @throws StartupError when it can't be read, or others can read it */
export function readSecretText(path: string, setting: string): string {
  try {
    if ((statSync(path).mode & READABLE_BY_OTHERS) !== 0)
      throw new StartupError(`The file ${path} (${setting}) can be read by others: chmod 600 it.`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(`The file ${path} (${setting}) can't be read: ${codeOf(error)}.`)
  }
}

/** Reads a secret file and says in one line what is wrong with it; its content stays out of the message. */
export function readSecretFile<S extends z.ZodType>(path: string, shape: S, setting: string): z.output<S> {
  const parsed = shape.safeParse(jsonOf(readSecretText(path, setting)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  const reason = issue?.code === 'custom' ? `${where}: ${issue.message}` : where
  const damage = where === '' ? 'damaged:' : `damaged (${reason}): correct it, or`
  throw new StartupError(`The file ${path} (${setting}) is ${damage} restore it from a backup.`)
}

/** The file at `path`; in development it is made on first use. */
export function readOrMake<S extends z.ZodType>(
  path: string,
  shape: S,
  setting: string,
  make: () => z.input<S>,
): z.output<S> {
  try {
    if (!existsSync(path)) writeSecret(path, `${JSON.stringify(make(), null, 2)}\n`)
  } catch (error) {
    throw new StartupError(`The file ${path} (${setting}) can't be made: ${codeOf(error) ?? 'unknown'}.`)
  }
  return readSecretFile(path, shape, setting)
}

const secret = z.base64url().refine((text) => Buffer.from(text, 'base64url').length === 32, 'has to have 32 bytes')

const masterKey = z.object({
  id: z.string().regex(/^[a-z0-9]{1,8}$/),
  secret,
  created: z.iso.date().optional(),
})
type MasterKey = z.output<typeof masterKey>
const sealingKey = masterKey.extend({ status: z.enum(KEY_STATUSES) })

const shape = z.object({
  /** Exactly one is current. */
  keys: z.array(sealingKey),
  hash: masterKey,
  /** The key that indexes numbers; by default the key that hashes. */
  index: masterKey.optional(),
})
export type MasterKeys = z.output<typeof shape>

/** Lists the keys of a file. */
export const masterKeysOf = ({ keys, hash, index }: MasterKeys): MasterKey[] => [
  ...keys,
  hash,
  ...(index === undefined ? [] : [index]),
]

const ONE_CURRENT = 'exactly one has to be current'
export const ONE_KEY_EACH = 'an id is of one key alone'
const written = shape
  .refine(({ keys }) => keys.filter(({ status }) => status === 'current').length === 1, {
    path: ['keys'],
    error: ONE_CURRENT,
  })
  .refine(({ keys }) => new Set(keys.map(({ id }) => id)).size === keys.length, { path: ['keys'], error: ONE_KEY_EACH })
  .refine(
    (file) => {
      const entries = masterKeysOf(file)
      return entries.every((one) => entries.every(({ id, secret: known }) => id !== one.id || known === one.secret))
    },
    { path: ['keys'], error: ONE_KEY_EACH },
  )

const EARLIER_STATES = ['seals', 'opens', 'hashes', 'indexes'] as const
const absent = z.never().optional()
const earlier = z
  .object({
    keys: z.array(masterKey.extend({ state: z.enum(EARLIER_STATES).optional(), status: absent })),
    hash: absent,
    index: absent,
  })
  .refine(({ keys }) =>
    ([undefined, 'seals', 'hashes', 'indexes'] as const).every(
      (state) => keys.filter((key) => key.state === state).length <= 1,
    ),
  )

/** Reads a file of an earlier version, which an old backup needs: a key without a state does the work that no other key does. */
function fromEarlier(file: unknown): unknown {
  const parsed = earlier.safeParse(file)
  if (!parsed.success) return file
  const { keys } = parsed.data
  const keyThat = (state: (typeof EARLIER_STATES)[number]) =>
    keys.find((key) => key.state === state) ?? keys.find((key) => key.state === undefined)
  const entryOf = (key: (typeof keys)[number] | undefined) =>
    key && { id: key.id, secret: key.secret, created: key.created }
  return {
    keys: keys
      .filter(({ state }) => state !== 'hashes' && state !== 'indexes')
      .map(({ state: _, ...key }) => ({ ...key, status: key.id === keyThat('seals')?.id ? 'current' : 'previous' })),
    hash: entryOf(keyThat('hashes')),
    index: entryOf(keys.find(({ state }) => state === 'indexes')),
  }
}

/** Keys that encrypt and hash what is in the database. */
export const masterKeys = z.preprocess(fromEarlier, written)

const makeKey = (id: string, now: Date): MasterKey => ({
  id,
  secret: randomBytes(32).toString('base64url'),
  created: now.toISOString().slice(0, 'yyyy-mm-dd'.length),
})

export const makeSealingKey = (id: string, status: KeyStatus, now: Date) => ({ ...makeKey(id, now), status })

export const makeMasterKeys = (now = new Date()): MasterKeys => ({
  keys: [makeSealingKey('k1', 'current', now)],
  hash: makeKey('h1', now),
})

/** The keys of the file in use; undefined without a file. */
export const masterKeysAt = (path: string | undefined): MasterKeys | undefined =>
  path === undefined ? undefined : readSecretFile(path, masterKeys, 'MASTER_KEY_FILE')

/** Adds a key that opens values, and does not seal yet. */
export function addMasterKey(file: MasterKeys, now: Date): MasterKeys {
  const numbers = masterKeysOf(file).map(({ id }) => Number(/\d+$/.exec(id)?.[0] ?? 0))
  return { ...file, keys: [...file.keys, makeSealingKey(`k${Math.max(...numbers) + 1}`, 'next', now)] }
}

/** @throws StartupError if the file exists: keys are never written over */
export function createKeyFile(path: string, keys: object): void {
  if (existsSync(path)) throw new StartupError(`There is a file ${path} already: name another one.`)
  writeSecret(path, `${JSON.stringify(keys, null, 2)}\n`)
}

const signingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
  /** Missing in every key of a file: the first one signs. */
  status: z.enum(['next', 'current', 'previous']).optional(),
})
export type SigningKey = z.output<typeof signingKey>

const isCurrent = ({ status }: SigningKey) => status === 'current'
const oneSigns = (keys: SigningKey[]) =>
  keys.every(({ status }) => status === undefined) || keys.filter(isCurrent).length === 1

/**
 * Private keys of verdicts: the current one signs, and the public half of each is published. Read, the one that signs
 * is the first.
 */
export const signingKeys = z.object({
  keys: z
    .array(signingKey)
    .min(1)
    .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, ONE_KEY_EACH)
    .refine(oneSigns, ONE_CURRENT)
    .transform((keys) => keys.toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)))),
})
export type SigningKeys = z.output<typeof signingKeys>

/** The keys of the file in use; empty without a file. */
export const signingKeysAt = (path: string | undefined): readonly SigningKey[] =>
  path === undefined ? [] : readSecretFile(path, signingKeys, 'SIGNING_KEYS_FILE').keys

/** Adds a key that is published, and does not sign yet. Gives a status to keys without one: the first signs. */
export function addSigningKey(keys: readonly SigningKey[], made: SigningKey): SigningKey[] {
  if (keys.length === 0) return [{ ...made, status: 'current' }]
  const before = keys.map(
    (key, at): SigningKey => ({ ...key, status: key.status ?? (at === 0 ? 'current' : 'previous') }),
  )
  return [...before, { ...made, status: 'next' }]
}
