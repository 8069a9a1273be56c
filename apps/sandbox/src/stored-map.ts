import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'

const line = (entry: readonly [string, unknown]) => `${JSON.stringify(entry)}\n`

/** A map in a JSON-lines file. A change has reached the kernel when its call returns, so kill -9 loses nothing. */
export class StoredMap<V> extends Map<string, V> {
  readonly #path: string
  readonly #onChange: () => void

  constructor(path: string, schema: z.ZodType<V>, onChange = () => {}) {
    super()
    this.#onChange = onChange
    this.#path = path
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const entry = z.tuple([z.string(), schema])
    for (const text of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
      // Skips a line that was cut off by a crash, or no longer has the right shape.
      try {
        const { success, data } = entry.safeParse(JSON.parse(text))
        if (success) super.set(data[0], data[1])
      } catch {
        // No JSON.
      }
    }
    this.#rewrite()
  }

  #rewrite() {
    const draft = `${this.#path}.new`
    writeFileSync(draft, [...this].map(line).join(''), { mode: 0o600 })
    renameSync(draft, this.#path)
    this.#onChange()
  }

  override set(key: string, value: V) {
    appendFileSync(this.#path, line([key, value]))
    super.set(key, value)
    this.#onChange()
    return this
  }

  /** Deletes the value from the file, too. */
  override delete(key: string) {
    const existed = super.delete(key)
    if (existed) this.#rewrite()
    return existed
  }

  override clear() {
    super.clear()
    this.#rewrite()
  }
}
