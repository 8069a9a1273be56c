import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '../../../../docs/providers')
const PAGES = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'))
const BLOCK = /^```\w+ (\S+)\n([\s\S]*?)^```$/gm

/** The code of the pages for websites, by the word behind its language: "sh ask". */
export const guide: ReadonlyMap<string, string> = new Map(
  PAGES.flatMap((page) => [...page.matchAll(BLOCK)].map(([, name = '', code = '']) => [name, code] as const)),
)

/** @throws Error where no page has a block of that name */
export function snippet(name: string): string {
  const code = guide.get(name)
  if (code === undefined) throw new Error(`docs/providers has no code named ${name}`)
  return code
}
