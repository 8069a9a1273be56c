import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'
import { ask } from './by-tools.mjs'
import { REASONS } from './lint-plugin.mjs'

/** Files, their lines, and what is to be said of a line. Of the others nothing may be said. */
const PLANTED = `
packages/contract/src/index.ts
  import 'vitest' <- unlisted
  import '@avouch/journey' <- the contract depends on nothing
packages/journey/src/index.ts
  import '@avouch/api-client' <- shared packages see the contract
  const fs = await import('node:fs') <- this runs in a browser
  export * from '@avouch/contract'
packages/design/src/button.tsx
  import '@avouch/contract' <- the design depends on nothing
packages/phrases/src/en.ts
  import './console/en.ts' <- visitors read no text
apps/api/src/main.ts
  import 'react' <- unlisted
  import '@avouch/journey' <- the server knows the contract
apps/api/src/config/brand/brand.ts
  import '@avouch/journey' <- brands know
apps/api/src/config/config.ts
  import '../modules/codes/index.ts' <- settings are plain values
  import '../modules/sms/gateways/twilio.ts' <- settings are plain values
  export * from '../modules/sms/gateways/index.ts'
  export const port = process.env['PORT']
apps/api/src/http/app.ts
  import 'pg' <- the database is opened
  import '../modules/codes/codes.ts' <- a module shows its index.ts
  import '../config/config.ts' <- the composition gives http
  export const port = process.env['PORT'] <- no-process-env
apps/api/src/modules/codes/codes.ts
  import type { App } from '../../http/app.ts' <- a module is called by http
  import type { CodeStore } from '../intents/intent-store.ts' <- modules meet through index.ts
  import '../../../src/modules/intents/index.ts' <- a path that climbs
  import '../kyc/vendors/veriff.ts' <- a vendor is known
  export * from '../intents/index.ts'
  export const vendor = 'veriff' <- a vendor's word
apps/api/src/platform/clock.ts
  import type { Codes } from '../modules/codes/index.ts' <- platform knows no noun
apps/api/test/any.test.ts
  export * from '../src/modules/codes/codes.ts'
  test('CODE-06 A code is counted', () => {}) <- ids of at most three rules
  test('A code is counted [CODE-06 CODE-07 CODE-08 CODE-09]', () => {}) <- ids of at most three rules
  test('counts a code', () => {}) <- a title is a sentence
apps/web/src/main.tsx
  import 'vite' <- unlisted
  import '../../api/src/main.ts' <- the browser sees no server
  import '@avouch/phrases/console/en' <- visitors load no texts
apps/web/src/api/clock.ts
  export { Form } from '../ui/form.tsx' <- folders of logic
  import '#i18n/language.ts' <- calls are below texts
apps/web/src/router/route.ts
  import type { StepsDone } from '#ui/step-bar.tsx' <- the router is below
apps/web/src/ui/form.tsx
  import '#screens/kyc/kyc-screen.tsx' <- shared folders know no screen
  type Client = import('@avouch/api-client').Client <- ui makes no calls
apps/web/src/screens/auth/login/login-screen.tsx
  import '../../kyc/kyc-screen.tsx' <- screens are apart
  import './login.route.tsx' <- a screen knows no address
  import '@avouch/api-client' <- routes own the calls
  import './login.spec.ts' <- product code imports no test
apps/web/src/screens/auth/login/of.route.tsx
  export * from './login-screen.tsx'
  export * from '@avouch/api-client'
apps/web/src/screens/auth/login/login.spec.ts
  import type { Props } from './login-screen.tsx' <- a browser test sees
apps/web/vite.config.ts
  import '../sandbox/src/main.ts' <- another package is imported by its name
  import { defineConfig } from 'vite'
  export default defineConfig({ base: process.env['BASE'] })
apps/console/src/console.tsx
  import '../../web/src/ui/form.tsx' <- consoles share packages
  import './operator/main.tsx' <- consoles are apart
apps/sandbox/src/main.ts
  import '../../api/src/main.ts' <- the sandbox is outside
apps/sandbox/src/phone/phone-server.tsx
  import '../tracker/tracker.tsx' <- a partner knows nothing
apps/docs/build/pages.ts
  import '../../api/src/main.ts' <- docs show the contract
tools/check/planted.mjs
  import '../../packages/contract/src/index.ts' <- tools share the lock
tools/setup/node-planted.mjs
  import 'oxc-parser' <- this runs before
apps/web/src/catches.ts
  declare const a: () => Promise<void>, b: () => void, text: { catch: (value: string) => void }
  try { b() } catch { b() } <- test the error
  a().catch(() => undefined) <- test the error
  a().catch(function () {}) <- test the error
  try { b() } catch { /* no JSON */ b() }
  // The network is away.
  a().catch(() => undefined)
  a().catch(() => /* no JSON */ undefined)
  export const d = text.catch('')
apps/api/src/rules.ts
  import './rules.ts' <- no-cycle
  export const a = (value: any) => [value] <- no-explicit-any
  const f = async () => 1
  f() <- no-floating-promises
  export default f <- no-default-export
apps/web/src/markup.tsx
  export const H = () => <p dangerouslySetInnerHTML={{ __html: "" }} /> <- no-danger
apps/web/src/children.tsx
  import type { Content } from '@avouch/design/jsx-runtime'
  import { Fragment } from 'react'
  declare const text: string, no: boolean
  export const Words = () => text
  export const Box = ({ children }: { children: Content }) => <p>{children}</p>
  export const A = () => <p>{no ? text : null}</p>
  export const B = () => <p><b />{[text].map((one) => <b key={one} />)}{no ? <b /> : null}</p>
  export const C = () => <p>{text}<b /></p> <- error TS
  export const D = () => <p>{no ? <b /> : null}{text}</p> <- error TS
  export const H = () => <Fragment>{text}</Fragment> <- error TS
  export const J = () => <Box>{text}<b /></Box> <- error TS
  export const L = () => <p><Words /></p> <- error TS
`
const TSCONFIG = {
  extends: inRoot('apps/web/tsconfig.json'),
  compilerOptions: { types: ['node'] },
  include: ['apps', 'packages'],
}

const planted = PLANTED.trim()
  .split(/\n(?=\S)/)
  .map((file) => {
    const [path = '', ...lines] = file.split(/\n {2}/)
    return { path, lines: lines.map((line) => line.split(' <- ')) }
  })
const folder = mkdtempSync(join(tmpdir(), 'avouch-lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
/** @type {Map<string, string>} */
const found = new Map()

beforeAll(async () => {
  const copied = ['.oxlintrc.json', 'knip.json', 'package.json', 'tools', '{apps,packages}/*/package.json']
  for (const path of globSync(copied, { cwd: inRoot() })) cpSync(inRoot(path), join(folder, path), { recursive: true })
  symlinkSync(inRoot('node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  for (const { path, lines } of planted) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), lines.map(([code]) => code).join('\n'))
  }
  const [lint = ''] = await ask('lint', { cwd: folder })
  const [undeclared = ''] = await ask('undeclared', { cwd: folder })
  const { output: types } = await run('tsc', ['--pretty', 'false'], { cwd: folder })
  const all = [
    ...lint.matchAll(/^(.+?:\d+):\d+: (.+)/gm),
    // Other files name what is not planted.
    ...types.replaceAll(/\((\d+),\d+\)/g, ':$1').matchAll(/^(.+children.tsx:\d+): (.+)/gm),
    ...Array.from(undeclared.matchAll(/^\S+ +(\S+:\d+):/gm), ([, place]) => ['', place, 'unlisted']),
  ]
  for (const [, place = '', said] of all) found.set(place, `${found.get(place) ?? ''}${said}\n`)
})

test.each(planted)('What is wrong in $path is reported, and nothing of the rest', ({ path, lines }) => {
  const wrong = lines.filter(([, expected = ''], index) => {
    const said = found.get(`${path}:${index + 1}`) ?? ''
    return expected === '' ? said !== '' : !said.includes(expected)
  })
  expect(wrong).toEqual([])
})

test('Each reason to refuse an import is seen', () => {
  const seen = planted.flatMap(({ lines }) => lines.map(([, said = '?']) => said))
  expect(REASONS.filter((reason) => !seen.some((said) => reason.includes(said)))).toEqual([])
})
