import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CreatePageRenderer, PageRenderer, PageSettings } from '@avouch/contract'

/** Part of the front end's build, for the server only: dot files are not served. */
const RENDERER = join('.server', 'server.js')
const MANIFEST = join('.vite', 'manifest.json')

const isModule = (module: unknown): module is { createPageRenderer: CreatePageRenderer } =>
  typeof module === 'object' && module !== null && 'createPageRenderer' in module

/** Renders pages on the server; undefined where the front end was built without it. Loaded by the first call. */
export function rendererOf(webDir: string): ((settings: PageSettings) => Promise<PageRenderer>) | undefined {
  const path = join(webDir, RENDERER)
  if (!existsSync(path)) return undefined
  let renderer: Promise<PageRenderer> | undefined
  const load = async (settings: PageSettings) => {
    const module: unknown = await import(pathToFileURL(path).href)
    if (!isModule(module)) throw new Error(`${path} renders no pages`)
    return module.createPageRenderer(structuredClone(settings))
  }
  return (settings) => (renderer ??= load(settings))
}

type Chunk = { file: string; imports?: string[] }
type Manifest = Readonly<Record<string, Chunk>>

/** The built files of the given sources, with everything they import. */
export function filesOf(webDir: string): (sources: readonly string[]) => string[] {
  const path = join(webDir, MANIFEST)
  const manifest = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {}
  return (sources) => {
    const seen = new Set<string>()
    const visit = (name: string) => {
      const chunk = manifest[name]
      if (chunk === undefined || seen.has(chunk.file)) return
      seen.add(chunk.file)
      for (const other of chunk.imports ?? []) visit(other)
    }
    for (const source of sources) visit(source)
    return [...seen]
  }
}
