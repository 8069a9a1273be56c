import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isSoak } from '#test/soak.ts'
import { useTestApi } from '#test/use-test-api.ts'

const TSC = resolve(import.meta.dirname, '../../../../../node_modules/typescript/bin/tsc')
const OPTIONS = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  module: 'NodeNext',
  lib: ['ES2022', 'DOM'],
}
const JOURNEY = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

declare const process: { env: Record<string, string | undefined> }
const headers = { authorization: \`Bearer \${process.env.AVOUCH_KEY}\`, 'idempotency-key': 'visit-1' }
const client = createClient<paths>({ baseUrl: process.env.AVOUCH_URL ?? '' })
const asked = { headers, params: { header: { 'idempotency-key': 'visit-1' } }, body: { redirect_uri: 'https://shop.example/back' } }
const { data: intent } = await client.POST('/provider/v1/intents', asked)
const again = await client.POST('/provider/v1/intents', asked)
const path = { id: intent?.id ?? '' }
await client.POST('/provider/v1/test/intents/{id}/answer', { headers, params: { path }, body: { result: 'yes' } })
const { data } = await client.GET('/provider/v1/intents/{id}', { headers, params: { path } })
const listed = await client.GET('/provider/v1/intents', { headers, params: { query: { status: 'confirmed' } } })
const { error } = await client.POST('/provider/v1/intents/{id}/cancel', { headers, params: { path } })
console.log(again.data?.id === path.id, data?.status, data?.result, listed.data?.data[0]?.id === path.id, error?.code)
`

const the = useTestApi()

test.runIf(isSoak)('PROV-28 a client that is generated from the reference compiles and walks a journey', async () => {
  const operate = async (...words: string[]) => (await the.api.operate('provider', ...words)).at(-1) ?? ''
  await operate('create', 'generated', 'Generated')
  await operate('redirect', 'add', 'generated', 'https://shop.example/back')
  const env = {
    ...process.env,
    AVOUCH_URL: the.api.baseUrl,
    AVOUCH_KEY: await operate('key', 'create', 'generated', '--test'),
  }
  const folder = mkdtempSync(join(tmpdir(), 'avouch-generated-'))
  const run = (program: string, ...words: string[]) => promisify(execFile)(program, words, { cwd: folder, env })
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['journey.ts'] }))
    writeFileSync(join(folder, 'journey.ts'), JOURNEY)
    writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${the.api.baseUrl}/openapi/websites.json`)).text())
    await run('npm', 'install', '--no-audit', '--no-fund', 'openapi-typescript@7.13.0', 'openapi-fetch@0.17.0')
    await run('node_modules/.bin/openapi-typescript', 'openapi.json', '-o', 'schema.d.ts')
    await run(process.execPath, TSC, '-p', '.')
    const { stdout } = await run(process.execPath, 'journey.ts')
    expect(stdout).toBe('true confirmed yes true intent_answered\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
