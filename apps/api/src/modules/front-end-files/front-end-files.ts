import { createHash } from 'node:crypto'
import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Keys, sameBytes } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import { addFiles, namesOfFiles, readFile, touchFiles } from './file-store.ts'

const TOUCHED_EVERY_MS = 24 * HOUR_MS
/** Limits how often the names are read, however many unknown files are requested. */
const NAMES_EVERY_MS = 2 * SECOND_MS

/** A file with a hash of its content in the name; `read` compresses it with Brotli. */
export type HashedFile = { path: string; read: () => Buffer }

type Deps = { db: Database; clock: Clock; keys: Keys; warn: Warn }

/**
 * The hashed files of every version that was started, for the processes of the others: while one replaces another, a page
 * and its files come from two processes, and an open tab asks for files of the version that it was loaded from.
 */
export class FrontEndFiles {
  readonly #deps: Deps
  readonly #found = new Map<string, Buffer>()
  #names = { at: Number.NEGATIVE_INFINITY, all: Promise.resolve(new Set<string>()) }

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Stores the files of this version for the other processes. */
  async share(files: readonly HashedFile[]): Promise<void> {
    const { db, clock } = this.#deps
    if (files.length === 0) return
    const now = clock()
    const paths = files.map(({ path }) => path)
    const missing = new Set(await touchFiles(db, paths, now, later(now, -TOUCHED_EVERY_MS)))
    const added = files
      .filter(({ path }) => missing.has(path))
      .map(({ path, read }) => {
        const body = read()
        return { path, body, mac: this.#macOf(path, body) }
      })
    if (added.length > 0) await addFiles(db, added, now)
  }

  /** A file of another version, compressed with Brotli; undefined for one that no version had. */
  async find(path: string): Promise<Buffer | undefined> {
    if (!(await this.#known()).has(path)) return undefined
    const body = this.#found.get(path) ?? (await this.#readOurs(path))
    if (body !== undefined) this.#found.set(path, body)
    return body
  }

  #known(): Promise<Set<string>> {
    if (performance.now() - this.#names.at >= NAMES_EVERY_MS) {
      const all = namesOfFiles(this.#deps.db).then((paths) => new Set(paths))
      this.#names = { at: performance.now(), all }
    }
    return this.#names.all
  }

  /** Reads a stored file, and refuses one without a right keyed hash: browsers run it. */
  async #readOurs(path: string): Promise<Buffer | undefined> {
    const { db, warn } = this.#deps
    const file = await readFile(db, path)
    if (file === undefined || sameBytes(file.mac, this.#macOf(path, file.body))) return file?.body
    warn('front-end file changed in the database', { path })
    return undefined
  }

  #macOf(path: string, body: Buffer): Buffer {
    return this.#deps.keys.mac(path, createHash('sha256').update(body).digest('hex'))
  }
}
