import { describe, expect, test } from 'vitest'
import { RULES } from './import-rules.mjs'
import { checkImports, problemsOfTree } from './imports.mjs'

const manifest = (/** @type {object} */ fields) => JSON.stringify(fields)

/** A tree that keeps every rule. @type {Record<string, string>} */
const CLEAN = {
  'package.json': manifest({ devDependencies: { vitest: '1.0.0', 'oxc-parser': '1.0.0' } }),
  'packages/contract/package.json': manifest({
    name: '@avouch/contract',
    exports: { '.': './src/index.ts' },
    dependencies: { zod: '1.0.0' },
  }),
  'packages/contract/src/index.ts': "import * as z from 'zod/mini'",
  'packages/contract/src/index.test.ts': "import { test } from 'vitest'\nimport { readFileSync } from 'node:fs'",
  'packages/journey/package.json': manifest({
    name: '@avouch/journey',
    exports: { '.': './src/index.ts' },
    dependencies: { '@avouch/contract': '1.0.0' },
  }),
  'packages/journey/src/index.ts': "import { api } from '@avouch/contract'",
  'packages/design/package.json': manifest({
    name: '@avouch/design',
    exports: { './*': './src/*.tsx' },
    dependencies: { '@avouch/contract': '1.0.0' },
  }),
  'packages/design/src/button.tsx': '',
  'packages/api-client/package.json': manifest({ name: '@avouch/api-client', exports: { '.': './src/index.ts' } }),
  'packages/api-client/src/index.ts': '',
  'apps/api/package.json': manifest({
    name: '@avouch/api',
    dependencies: { '@avouch/contract': '1.0.0', '@avouch/journey': '1.0.0', fastify: '1.0.0', pg: '1.0.0' },
  }),
  'apps/api/src/main.ts': "import { createCodes } from './modules/codes/index.ts'\nimport './http/app.ts'",
  'apps/api/src/config/config.ts': '',
  'apps/api/src/http/app.ts': "import type { Codes } from '../modules/codes/index.ts'\nimport fastify from 'fastify'",
  'apps/api/src/platform/clock.ts': '',
  'apps/api/src/platform/database/database.ts': "import pg from 'pg'",
  'apps/api/src/modules/codes/index.ts': "export * from './codes.ts'",
  'apps/api/src/modules/codes/codes.ts': "import './code-store.ts'\nimport '../intents/index.ts'",
  'apps/api/src/modules/codes/code-store.ts': "import '../../platform/database/database.ts'",
  'apps/api/src/modules/intents/index.ts': '',
  'apps/api/src/modules/intents/intents.ts': '',
  'apps/api/test/codes.test.ts': "import '../src/main.ts'",
  'apps/web/package.json': manifest({
    name: '@avouch/web',
    imports: { '#api/*': './src/api/*', '#e2e/*': './e2e/*', '#ui/*': './src/ui/*' },
    dependencies: {
      '@avouch/contract': '1.0.0',
      '@avouch/api-client': '1.0.0',
      '@avouch/phrases': '1.0.0',
      react: '1.0.0',
    },
    devDependencies: { vite: '1.0.0', '@types/react-dom': '1.0.0' },
  }),
  'apps/web/vite.config.ts': "import { defineConfig } from 'vite'",
  'apps/web/src/main.tsx': "import './screens/screens.ts'\nimport type { Plugin } from 'vite'",
  'apps/web/src/screens/screens.ts': "import './auth/login/login.route.tsx'",
  'apps/web/src/screens/auth/login/login.route.tsx': "import './login-screen.tsx'\nimport '@avouch/api-client'",
  'apps/web/src/screens/auth/login/login-screen.tsx': "import '#ui/form.tsx'\nimport '#api/clock.ts'",
  'apps/web/src/screens/auth/login/login.spec.ts': "import '#e2e/support/fixtures.ts'",
  'apps/web/src/screens/kyc/kyc-screen.tsx': '',
  'apps/web/src/ui/form.tsx': "import '../api/clock.ts'\nimport 'react'",
  'apps/web/src/api/clock.ts': '',
  'apps/web/e2e/journey.spec.ts': "import './support/fixtures.ts'",
  'apps/web/e2e/support/fixtures.ts': '',
  'apps/console/package.json': manifest({
    name: '@avouch/console',
    dependencies: { '@avouch/contract': '1.0.0', '@avouch/phrases': '1.0.0' },
  }),
  'apps/console/src/provider/main.tsx': "import '../console.tsx'",
  'apps/console/src/operator/main.tsx': "import '../console.tsx'",
  'apps/console/src/console.tsx': "import '@avouch/contract'",
  'packages/phrases/package.json': manifest({
    name: '@avouch/phrases',
    exports: { './console/*': './src/console/*.ts' },
  }),
  'packages/phrases/src/console/en.ts': '',
  'apps/sandbox/package.json': manifest({ name: '@avouch/sandbox', dependencies: { '@avouch/contract': '1.0.0' } }),
  'apps/sandbox/src/main.ts': "import '@avouch/contract'",
  'tools/run.mjs': "import './setup/say.mjs'",
  'tools/setup/say.mjs': "import 'node:fs'",
  'tools/check/tree.mjs': "import 'oxc-parser'",
}

/** @param {Record<string, string>} files */
const problemsOf = (files) => problemsOfTree({ paths: Object.keys(files), read: (path) => files[path] ?? '' }).problems

/** The clean tree with one line more in one file. @param {string} path @param {string} line */
const planted = (path, line) => problemsOf({ ...CLEAN, [path]: `${CLEAN[path] ?? ''}\n${line}` })

/** rule, file, line @type {[string, string, string][]} */
const VIOLATIONS = [
  ['contract-is-the-bottom', 'packages/contract/src/index.ts', "import '@avouch/journey'"],
  ['packages-see-the-contract', 'packages/journey/src/index.ts', "import '@avouch/api-client'"],
  ['design-knows-no-data', 'packages/design/src/button.tsx', "import '@avouch/contract'"],
  ['api-sees-no-browser', 'apps/api/src/main.ts', "import '@avouch/journey'"],
  ['brand-sees-the-phrases', 'apps/api/src/config/brand/brand.ts', "import '@avouch/journey'"],
  ['modules-below-http', 'apps/api/src/modules/codes/codes.ts', "import type { App } from '../../http/app.ts'"],
  ['modules-below-http', 'apps/api/src/modules/codes/codes.ts', "import '../../config/config.ts'"],
  ['modules-below-http', 'apps/api/src/modules/codes/codes.ts', "import '../../main.ts'"],
  ['modules-without-http', 'apps/api/src/modules/codes/codes.ts', "import type { FastifyInstance } from 'fastify'"],
  ['database-in-one-place', 'apps/api/src/modules/codes/code-store.ts', "import type { Pool } from 'pg'"],
  ['database-in-one-place', 'apps/api/src/http/app.ts', "import 'pg'"],
  ['modules-by-front-door', 'apps/api/src/http/app.ts', "import '../modules/codes/codes.ts'"],
  ['modules-by-front-door', 'apps/api/src/main.ts', "import './modules/codes/code-store.ts'"],
  ['modules-apart', 'apps/api/src/modules/codes/codes.ts', "import '../intents/intents.ts'"],
  [
    'modules-apart',
    'apps/api/src/modules/intents/intents.ts',
    "import type { CodeStore } from '../codes/code-store.ts'",
  ],
  [
    'platform-knows-no-noun',
    'apps/api/src/platform/clock.ts',
    "import type { Codes } from '../modules/codes/index.ts'",
  ],
  ['platform-knows-no-noun', 'apps/api/src/platform/database/database.ts', "import '../../config/config.ts'"],
  ['config-knows-no-module', 'apps/api/src/config/config.ts', "import '../modules/codes/index.ts'"],
  ['http-is-given-everything', 'apps/api/src/http/app.ts', "import '../platform/database/database.ts'"],
  ['http-is-given-everything', 'apps/api/src/http/app.ts', "import '../config/config.ts'"],
  ['web-sees-no-server', 'apps/web/src/main.tsx', "import '../../api/src/main.ts'"],
  ['consoles-stand-alone', 'apps/console/src/console.tsx', "import '../../web/src/ui/form.tsx'"],
  ['consoles-apart', 'apps/console/src/operator/main.tsx', "import '../provider/main.tsx'"],
  ['consoles-apart', 'apps/console/src/console.tsx', "import './operator/main.tsx'"],
  ['web-without-console-phrases', 'apps/web/src/main.tsx', "import '@avouch/phrases/console/en'"],
  ['web-without-node', 'apps/web/src/api/clock.ts', "import { hrtime } from 'process'"],
  ['web-without-node', 'packages/journey/src/index.ts', "const fs = await import('node:fs')"],
  ['rooms-below-screens', 'apps/web/src/ui/form.tsx', "import '../screens/kyc/kyc-screen.tsx'"],
  ['logic-without-markup', 'apps/web/src/api/clock.ts', "export { Form } from '../ui/form.tsx'"],
  ['screens-apart', 'apps/web/src/screens/kyc/kyc-screen.tsx', "import '../auth/login/login-screen.tsx'"],
  ['screens-know-no-address', 'apps/web/src/screens/kyc/kyc-screen.tsx', "import '../screens.ts'"],
  ['screens-know-no-address', 'apps/web/src/screens/auth/login/login-screen.tsx', "import './login.route.tsx'"],
  ['screens-do-not-fetch', 'apps/web/src/screens/auth/login/login-screen.tsx', "import '@avouch/api-client'"],
  ['ui-does-not-fetch', 'apps/web/src/ui/form.tsx', "type Client = import('@avouch/api-client').Client"],
  ['sandbox-stands-outside', 'apps/sandbox/src/main.ts', "import '../../api/src/main.ts'"],
  ['docs-show-the-contract', 'apps/docs/build/pages.ts', "import '../../api/src/main.ts'"],
  ['journeys-from-outside', 'apps/web/e2e/journey.spec.ts', "import '../src/api/clock.ts'"],
  [
    'journeys-from-outside',
    'apps/web/src/screens/auth/login/login.spec.ts',
    "import type { Props } from './login-screen.tsx'",
  ],
  ['tools-stand-alone', 'tools/check/tree.mjs', "import '../../packages/contract/src/index.ts'"],
  ['set-up-without-packages', 'tools/setup/say.mjs', "import 'oxc-parser'"],
  ['tests-stay-tests', 'apps/api/src/main.ts', "import '../test/codes.test.ts'"],
  ['tests-stay-tests', 'apps/web/src/ui/form.tsx', "import '../screens/auth/login/login.spec.ts'"],
  ['tests-stay-tests', 'packages/contract/src/index.ts', "import './index.test.ts'"],
  ['no-cycles', 'apps/web/src/api/clock.ts', "import './clock.ts'"],
  ['no-cycles', 'apps/api/src/modules/codes/code-store.ts', "import type { Codes } from './index.ts'"],
  ['no-dev-packages', 'apps/web/src/main.tsx', "import { version } from 'vite'"],
  ['no-dev-packages', 'packages/contract/src/index.ts', "import { test } from 'vitest'"],
  ['no-undeclared-packages', 'apps/api/src/main.ts', "import 'react'"],
  ['no-undeclared-packages', 'apps/web/src/main.tsx', "import '@avouch/journey'"],
  ['no-dead-imports', 'apps/web/src/main.tsx', "import '#api/gone.ts'"],
  ['no-dead-imports', 'apps/web/src/main.tsx', "import './gone.ts'"],
  ['no-climbing', 'apps/api/src/modules/codes/codes.ts', "import '../../../src/modules/intents/index.ts'"],
  ['packages-by-name', 'apps/web/vite.config.ts', "import '../sandbox/src/main.ts'"],
]

describe('the import rules', () => {
  test('let a clean tree pass', () => {
    expect(problemsOf(CLEAN)).toEqual([])
  })

  test.each(VIOLATIONS)('%s is broken in %s by %s', (rule, path, line) => {
    const found = planted(path, line)
    expect(found.some((problem) => problem.includes(path) && problem.includes(` ${rule}: `))).toBe(true)
  })

  test('are each seen to fail', () => {
    const seen = new Set(VIOLATIONS.map(([rule]) => rule))
    expect(RULES.map((rule) => rule.name).filter((name) => !seen.has(name))).toEqual([])
  })

  test('each say why', () => {
    expect(RULES.filter((rule) => rule.reason.length < 10)).toEqual([])
  })

  test('say so when a file cannot be read', () => {
    expect(planted('apps/api/src/main.ts', 'import {')).not.toEqual([])
  })

  test('look at all files of this repository', async () => {
    const unread = (await checkImports()).filter((problem) => problem.includes('was not read'))
    expect(unread).toEqual([])
  })
})
