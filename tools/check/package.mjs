import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachePath } from '../setup/paths.mjs'
import { runTool } from '../setup/command.mjs'
import { packPackage } from '../sdk/pack.mjs'

/** What has no types by nature. */
const UNTYPED = ['./button.global.js', './package.json']

/** The package for providers as it is published: its files, its exports, and its types for every way to import it. */
export async function checkPackage() {
  const { built, packed } = await packPackage(cachePath('sdk'))
  const manifest = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8'))
  const { messages } = await publint({ pkgDir: built, strict: true })
  const told = messages.map((message) => formatMessage(message, manifest, { color: false }) ?? message.code)
  const options = ['--profile', 'node16', '--no-color', '--no-emoji', '--exclude-entrypoints', ...UNTYPED]
  const types = await runTool('attw', [packed, ...options])
  return [...told, ...(types.code === 0 ? [] : [types.output])].map((text) => `packages/provider-sdk: ${text}`)
}
