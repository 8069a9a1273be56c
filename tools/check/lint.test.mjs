import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runTool } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'

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
  ['no-eval', 'apps/web/src/n.ts', 'export const n = (value: string) => eval(value)'],
]

/** @type {[string, string][]} */
const ALLOWED = [
  ['apps/api/src/config/env.ts', "export const env = process.env['PORT']"],
  ['apps/web/vite.config.ts', "export default { port: process.env['PORT'] }"],
]

describe('lint', () => {
  let folder = ''
  let output = ''

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'avouch-lint-'))
    cpSync(inRoot('.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    symlinkSync(inRoot('node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
    const options = { strict: true, noEmit: true, jsx: 'react-jsx', module: 'preserve', types: ['node'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }))
    for (const [path, code] of [...VIOLATIONS.map(([, ...file]) => file), ...ALLOWED]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), `${code}\n`)
    }
    output = (await runTool('oxlint', ['--type-aware', '--format=unix'], { cwd: folder })).output
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(VIOLATIONS)('%s is seen to fail in %s', (rule, path) => {
    const found = output.split('\n').filter((line) => line.startsWith(path))
    expect(found.join('\n')).toContain(`(${rule})`)
  })

  test.each(ALLOWED)('%s may read the environment', (path) => {
    expect(output.split('\n').filter((line) => line.startsWith(path))).toEqual([])
  })
})
