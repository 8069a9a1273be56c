import { appendFileSync, cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runTool } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'
import { REASONS } from './lint-plugin.mjs'

/** Reason, file, code @type {[string, string, string][]} */
const IMPORTS = [
  ['the contract depends on nothing', 'packages/contract/src/index.ts', "import '@avouch/journey'"],
  ['shared packages see the contract', 'packages/journey/src/index.ts', "import '@avouch/api-client'"],
  ['the design depends on nothing', 'packages/design/src/button.tsx', "import '@avouch/contract'"],
  ['the server knows the contract', 'apps/api/src/main.ts', "import '@avouch/journey'"],
  ['brands know', 'apps/api/src/config/brand/brand.ts', "import '@avouch/journey'"],
  ['a module is called by http', 'apps/api/src/modules/codes/codes.ts', "import type { App } from '../../http/app.ts'"],
  ['a module is called by http', 'apps/api/src/modules/codes/codes.ts', "import '../../config/config.ts'"],
  ['a module is called by http', 'apps/api/src/modules/codes/codes.ts', "import '../../main.ts'"],
  [
    'a module is called by http',
    'apps/api/src/modules/codes/codes.ts',
    "import type { FastifyInstance } from 'fastify'",
  ],
  ['the database is opened', 'apps/api/src/modules/codes/code-store.ts', "import type { Pool } from 'pg'"],
  ['the database is opened', 'apps/api/src/http/app.ts', "import 'pg'"],
  ['a module shows its index.ts', 'apps/api/src/http/app.ts', "import '../modules/codes/codes.ts'"],
  ['a module shows its index.ts', 'apps/api/src/main.ts', "import './modules/codes/code-store.ts'"],
  ['modules meet through index.ts', 'apps/api/src/modules/codes/codes.ts', "import '../intents/intents.ts'"],
  [
    'modules meet through index.ts',
    'apps/api/src/modules/intents/intents.ts',
    "import type { CodeStore } from '../codes/code-store.ts'",
  ],
  [
    'platform knows no noun',
    'apps/api/src/platform/clock.ts',
    "import type { Codes } from '../modules/codes/index.ts'",
  ],
  ['platform knows no noun', 'apps/api/src/platform/database/database.ts', "import '../../config/config.ts'"],
  ['settings are plain values', 'apps/api/src/config/config.ts', "import '../modules/codes/index.ts'"],
  ['the composition gives http', 'apps/api/src/http/app.ts', "import '../platform/database/database.ts'"],
  ['the composition gives http', 'apps/api/src/http/app.ts', "import '../config/config.ts'"],
  ['the browser sees no server', 'apps/web/src/main.tsx', "import '../../api/src/main.ts'"],
  ['consoles share packages', 'apps/console/src/console.tsx', "import '../../web/src/ui/form.tsx'"],
  ['consoles are apart', 'apps/console/src/operator/main.tsx', "import '../provider/main.tsx'"],
  ['consoles are apart', 'apps/console/src/console.tsx', "import './operator/main.tsx'"],
  ['texts of visitors use none', 'packages/phrases/src/en.ts', "import './console/en.ts'"],
  ['visitors load no texts', 'apps/web/src/main.tsx', "import '@avouch/phrases/console/en'"],
  ['this runs in a browser', 'apps/web/src/api/clock.ts', "import { hrtime } from 'process'"],
  ['this runs in a browser', 'packages/journey/src/index.ts', "const fs = await import('node:fs')"],
  ['shared folders know no screen', 'apps/web/src/ui/form.tsx', "import '../screens/kyc/kyc-screen.tsx'"],
  ['folders of logic', 'apps/web/src/api/clock.ts', "export { Form } from '../ui/form.tsx'"],
  ['screens are apart', 'apps/web/src/screens/kyc/kyc-screen.tsx', "import '../auth/login/login-screen.tsx'"],
  ['a screen knows no address', 'apps/web/src/screens/kyc/kyc-screen.tsx', "import '../screens.ts'"],
  ['a screen knows no address', 'apps/web/src/screens/auth/login/login-screen.tsx', "import './login.route.tsx'"],
  ['routes own the calls', 'apps/web/src/screens/auth/login/login-screen.tsx', "import '@avouch/api-client'"],
  ['ui makes no calls', 'apps/web/src/ui/form.tsx', "type Client = import('@avouch/api-client').Client"],
  ['the sandbox is outside', 'apps/sandbox/src/main.ts', "import '../../api/src/main.ts'"],
  ['docs show the contract', 'apps/docs/build/pages.ts', "import '../../api/src/main.ts'"],
  ['a browser test sees', 'apps/web/e2e/journey.spec.ts', "import '../src/api/clock.ts'"],
  [
    'a browser test sees',
    'apps/web/src/screens/auth/login/login.spec.ts',
    "import type { Props } from './login-screen.tsx'",
  ],
  ['tools share the lock', 'tools/check/tree.mjs', "import '../../packages/contract/src/index.ts'"],
  ['this runs before', 'tools/setup/say.mjs', "import 'oxc-parser'"],
  ['product code imports no test', 'apps/api/src/main.ts', "import '../test/codes.test.ts'"],
  ['product code imports no test', 'apps/web/src/ui/form.tsx', "import '../screens/auth/login/login.spec.ts'"],
  ['product code imports no test', 'packages/contract/src/index.ts', "import './index.test.ts'"],
  ['not among the packages', 'apps/web/src/main.tsx', "import { version } from 'vite'"],
  ['not among the packages', 'packages/contract/src/index.ts', "import { test } from 'vitest'"],
  ['not among the packages', 'apps/api/src/main.ts', "import 'react'"],
  ['not among the packages', 'apps/web/src/main.tsx', "import '@avouch/provider-sdk'"],
  ['not among the packages', 'packages/journey/src/index.test.ts', "import '@avouch/api-client'"],
  ['a path that climbs', 'apps/api/src/modules/codes/codes.ts', "import '../../../src/modules/intents/index.ts'"],
  ['another package is imported by its name', 'apps/web/vite.config.ts', "import '../sandbox/src/main.ts'"],
]

/** Problem, or none; code @type {[string, string][]} */
const CATCHES = [
  ['test the error', 'try {\n  a()\n} catch {\n  b()\n}'],
  ['test the error', 'a().catch(() => undefined)'],
  ['test the error', 'a().catch(function () {})'],
  ['', 'try {\n  a()\n} catch {\n  // No JSON.\n  b()\n}'],
  ['', '// The network is away.\na().catch(() => undefined)'],
  ['', 'a().catch(() => /* no JSON */ undefined)'],
  ['', "export const d = text.catch('')"],
]

/** rule, file, code @type {[string, string, string][]} */
const VIOLATIONS = [
  ['no-explicit-any', 'apps/api/src/a.ts', 'export const a = (value: any) => [value]'],
  ['no-non-null-assertion', 'apps/api/src/b.ts', 'export const b = (value: string | null) => value!'],
  ['no-default-export', 'apps/api/src/c.ts', 'const c = 1\nexport default c'],
  ['no-console', 'apps/web/src/d.ts', "console.log('here')"],
  ['no-process-env', 'apps/api/src/http/e.ts', "export const e = process.env['PORT']"],
  ['no-floating-promises', 'apps/api/src/f.ts', 'const f = async () => 1\nf()'],
  ['no-floating-promises', 'apps/api/src/p.ts', 'const p = async () => 1\nvoid p()'],
  [
    'switch-exhaustiveness-check',
    'packages/journey/src/g.ts',
    "export function g(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return 1\n  }\n  return 2\n}",
  ],
  ['no-danger', 'apps/web/src/h.tsx', 'export const H = () => <p dangerouslySetInnerHTML={{ __html: "" }} />'],
  ['no-misused-promises', 'apps/api/src/i.ts', 'const i = async () => 1\nexport const one = [1].filter(() => i())'],
  ['no-unused-vars', 'apps/api/src/j.ts', 'const j = 1\nexport {}'],
  ['filename-case', 'apps/api/src/camelCase.ts', 'export const k = 1'],
  ['no-unsafe-return', 'apps/api/src/l.ts', 'export const l = (): string => JSON.parse("1")'],
  ['eqeqeq', 'apps/api/src/m.ts', 'export const m = (value: number) => value == 1'],
  // The children of <Fragment> have types, those of <> have none.
  ['jsx-fragments', 'apps/web/src/o.tsx', 'export const O = () => <><b /></>'],
  ['no-cycle', 'apps/web/src/q.ts', "import './q.ts'"],
  ['no-cycle', 'apps/web/src/r.ts', "import type { R as S } from './r.ts'\nexport type R = S[]"],
  ['max-lines', 'apps/web/src/t.ts', '\n// A line.'.repeat(401)],
  ['no-eval', 'apps/web/src/n.ts', 'export const n = (value: string) => eval(value)'],
]

/** @type {[string, string][]} */
const ALLOWED = [
  ['apps/api/src/config/env.ts', "export const env = process.env['PORT']"],
  [
    'apps/web/vite.config.ts',
    "import { defineConfig } from 'vite'\nexport default defineConfig({ base: process.env['BASE'] })",
  ],
  ['apps/api/test/any.test.ts', "export * from '../src/modules/codes/codes.ts'"],
  [
    'apps/api/src/modules/a/a.ts',
    "export * from '../b/index.ts'\nexport * from './a-store.ts'\nexport * from 'zod/mini'",
  ],
  [
    'apps/web/src/screens/auth/login/of.route.tsx',
    "export * from './of-screen.tsx'\nexport * from '@avouch/api-client'",
  ],
  ['packages/journey/src/of.ts', "export * from '@avouch/contract'"],
]

describe('lint', () => {
  let folder = ''
  /** @type {string[]} */
  let lines = []
  const catches = CATCHES.map(([said, code], n) => ({ said, code, path: `apps/web/src/catch${n}.ts` }))
  /** An import of each rule in a file of its own, beside the file that it names. @type {[string, string, string][]} */
  const imports = IMPORTS.map(([said, path, code], n) => [
    said,
    path.replace(/(?=(?:\.route|-screen)?\.\w+(?:\.ts)?$)/, `${n}`),
    code,
  ])

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'avouch-lint-'))
    for (const path of ['.oxlintrc.json', ...globSync('{apps,packages}/*/package.json', { cwd: inRoot() })])
      cpSync(inRoot(path), join(folder, path))
    cpSync(inRoot('package.json'), join(folder, 'package.json'))
    cpSync(inRoot('tools'), join(folder, 'tools'), { recursive: true })
    symlinkSync(inRoot('node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
    const options = { strict: true, noEmit: true, jsx: 'react-jsx', module: 'preserve', types: ['node'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
    const files = [...VIOLATIONS, ...imports].map(([, ...file]) => file)
    for (const [path = '', code] of [...files, ...ALLOWED, ...catches.map(({ path, code }) => [path, code])]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      appendFileSync(join(folder, path), `${code}\n`)
    }
    const { output } = await runTool('oxlint', ['--type-aware', '--format=unix'], {
      cwd: folder,
    })
    lines = output.split('\n')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const of = (/** @type {string} */ path) => lines.filter((line) => line.startsWith(`${path}:`)).join('\n')

  test.each(VIOLATIONS)('%s is seen to fail in %s', (rule, path) => {
    expect(of(path)).toContain(`(${rule})`)
  })
  test.each(imports)('an import is refused because %s, in %s: %s', (said, path) => {
    expect(of(path)).toMatch(new RegExp(`${said}.*\\(imports\\)`))
  })
  test('each reason to refuse an import is seen', () => {
    expect(REASONS.filter((reason) => !IMPORTS.some(([said]) => reason.includes(said)))).toEqual([])
  })
  test.each(catches)('a catch is looked at: $code', ({ said, path }) => {
    expect([of(path).includes('(swallowed)'), of(path)]).toEqual([said !== '', expect.stringContaining(said)])
  })
  test.each(ALLOWED)('%s is allowed', (path) => {
    expect(of(path)).toBe('')
  })
})
