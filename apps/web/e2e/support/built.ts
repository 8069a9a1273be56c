import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const MANIFEST = resolve(import.meta.dirname, '../../dist/.vite/manifest.json')

/** The address of a part of the build, as a pattern: the names of its files are hashes. */
export function builtPart(name: string): string {
  const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, { file: string; name?: string }>
  const [file, ...others] = Object.values(manifest).flatMap((chunk) => (chunk.name === name ? [chunk.file] : []))
  if (file === undefined || others.length > 0)
    throw new Error(`the build has ${file ? 'several parts' : 'no part'} ${name}`)
  return `**/${file}`
}
