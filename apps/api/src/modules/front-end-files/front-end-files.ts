import { createHash } from 'node:crypto'
import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Keys, sameBytes } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import { addFiles, namesOfFiles, readFile, touchFiles } from './file-store.ts'

const TOUCHED_EVERY_MS = 24 * HOUR_MS
/** However many unknown files are asked for, the names are read so often at most. */
const NAMES_EVERY_MS = 2 * SECOND_MS

/** A file whose name changes with its content; `read` compresses it with Brotli. */
export type HashedFile = { path: string; read: () => Buffer }

type Deps = { db: Database; clock: Clock; keys: Pick<Keys, 'mac'>; warn: Warn }
export type FrontEndFiles = ReturnType<typeof createFrontEndFiles>

/**
 * The hashed files of every version that was started, for the processes of the others: while one replaces another, a page
 * and its files come from two processes, and an open tab asks for files of the version that it was loaded from.
 */
export function createFrontEndFiles(deps: Deps) {
  const found = new Map<string, Buffer>()
  let names = { at: Number.NEGATIVE_INFINITY, all: Promise.resolve(new Set<string>()) }

  function known(): Promise<Set<string>> {
    if (performance.now() - names.at >= NAMES_EVERY_MS) {
      const all = namesOfFiles(deps.db).then((paths) => new Set(paths))
      names = { at: performance.now(), all }
    }
    return names.all
  }

  return {
    share: (files: readonly HashedFile[]) => share(deps, files),
    /** A file of another version, compressed with Brotli; undefined for one that no version had. */
    async find(path: string): Promise<Buffer | undefined> {
      if (!(await known()).has(path)) return undefined
      const body = found.get(path) ?? (await readOurs(deps, path))
      if (body !== undefined) found.set(path, body)
      return body
    },
  }
}

/** Leaves the files of this version to the others. */
async function share({ db, clock, keys }: Deps, files: readonly HashedFile[]): Promise<void> {
  if (files.length === 0) return
  const now = clock()
  const paths = files.map(({ path }) => path)
  const missing = new Set(await touchFiles(db, paths, now, later(now, -TOUCHED_EVERY_MS)))
  const added = files
    .filter(({ path }) => missing.has(path))
    .map(({ path, read }) => {
      const body = read()
      return { path, body, mac: macOf(keys, path, body) }
    })
  if (added.length > 0) await addFiles(db, added, now)
}

/** What browsers run is ours: a file that was written without the key is none. */
async function readOurs({ db, keys, warn }: Deps, path: string): Promise<Buffer | undefined> {
  const file = await readFile(db, path)
  if (file === undefined || sameBytes(file.mac, macOf(keys, path, file.body))) return file?.body
  warn('front-end file changed in the database', { path })
  return undefined
}

const macOf = ({ mac }: Pick<Keys, 'mac'>, path: string, body: Buffer): Buffer =>
  mac(path, createHash('sha256').update(body).digest('hex'))
