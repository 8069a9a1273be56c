import { globSync, readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { openApiDocument } from '@avouch/api/openapi'
import { DEFAULT_BRAND } from '@avouch/contract'
import { PAGES } from './pages.ts'
import { type OpenApi, referencePages } from './reference.ts'

export const ROOT = resolve(import.meta.dirname, '../../..')
export const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8')

const isCode = (file: string) => ['.mjs', '.js', '.jsx', '.py', '.php'].includes(extname(file))
const languageOf = (file: string) => extname(file).slice(1).replace('mjs', 'js')

/** The examples' page: what the folder says of itself, and every file of code. */
function examples(): string {
  const files = globSync('examples/**', { cwd: ROOT, exclude: (path) => /(?:^|\/)(?:node_modules|\.next)$/.test(path) })
  const blocks = files
    .filter(isCode)
    .sort()
    .map((file) => `## ${file.replace('examples/', '')}\n\n\`\`\`${languageOf(file)}\n${read(file)}\`\`\`\n`)
  return [read('examples/README.md'), ...blocks].join('\n')
}

/** Pages from Markdown outside of docs/, which is the folder that the generator reads by itself: by their path below /docs. */
export const markdownBeside = (): [string, string][] =>
  PAGES.filter(({ source }) => !source.startsWith('docs/')).map(({ path, source }) => [
    path,
    source === 'examples/README.md' ? examples() : read(source),
  ])

/** The addresses in it are those of `npm start`. */
export const document = openApiDocument({
  brand: DEFAULT_BRAND,
  publicUrl: 'http://localhost:3000',
  audience: 'developers',
}) as unknown as OpenApi

/** The reference by path below /docs. */
export const reference: Record<string, string> = referencePages(document)

/** Written by `npm run fix`. */
export const ERRORS_PAGE = 'docs/providers/errors.md'
export const LIMITS_PAGE = 'docs/operating/limits.md'
export const SECURITY_PAGE = 'docs/security.md'
