import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lastLines, run, runNpm, runTool } from '../setup/command.mjs'
import { inRoot, PATH_OF_MACHINE } from '../setup/paths.mjs'
import { say } from '../setup/say.mjs'
import { UserError } from '../setup/user-error.mjs'
import { besideProduct } from '../suites/playwright.mjs'
import { asOpenApi30 } from './older-document.mjs'

const PACKAGES = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0']
const OPTIONS = {
  strict: true,
  target: 'ES2022',
  module: 'NodeNext',
  lib: ['ES2022', 'DOM'],
  types: [],
  skipLibCheck: true,
}
const SHOP = 'https://shop.example'
/** Printed by each journey: its answer, whether the list has it, and the refusal to cancel it. */
const EXPECTED = 'confirmed yes true intent_answered'

/** @typedef {{ folder: string, document: Record<string, unknown>, env: Record<string, string> }} Website */
/** @typedef {{ name: string, isHere: () => Promise<boolean>, walk: (website: Website) => Promise<string> }} Language */

/** @param {Promise<import('../setup/command.mjs').Result>} running */
async function outputOf(running) {
  const { code, output } = await running
  if (code !== 0) throw new UserError(lastLines(output, 15))
  return output
}

/** @type {Language[]} */
const LANGUAGES = [
  {
    name: 'TypeScript, by openapi-typescript',
    isHere: async () => true,
    async walk({ folder, document, env }) {
      const own = { cwd: folder, env: { ...env, PATH: PATH_OF_MACHINE } }
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
      writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['journey.ts'] }))
      copyFileSync(inRoot('tools/sdk/clients/typescript.txt'), join(folder, 'journey.ts'))
      await outputOf(runNpm(['install', '--no-audit', '--no-fund', '--loglevel=error', ...PACKAGES], own))
      const generator = join(folder, 'node_modules/.bin/openapi-typescript')
      await outputOf(run(generator, ['openapi.json', '-o', 'schema.d.ts'], own))
      await outputOf(runTool('tsc', ['-p', '.', '--pretty', 'false'], { cwd: folder }))
      return outputOf(run(process.execPath, ['journey.js'], own))
    },
  },
  {
    name: "Perl, by OpenAPI::Client (Debian's libopenapi-client-perl)",
    isHere: async () => (await run('perl', ['-MOpenAPI::Client', '-e', '1'])).code === 0,
    walk({ folder, document, env }) {
      const path = join(folder, 'openapi-3.0.json')
      writeFileSync(path, JSON.stringify(asOpenApi30(document)))
      return outputOf(run('perl', [inRoot('tools/sdk/clients/perl.txt')], { env: { ...env, DOCUMENT: path } }))
    },
  },
]

/** @param {Record<string, string>} addresses */
async function connect({ PRODUCT_DATA_DIR = '', PRODUCT_URL = '' }) {
  const operate = async (/** @type {string[]} */ ...words) => {
    const env = { DATA_DIR: PRODUCT_DATA_DIR, LOG_LEVEL: 'fatal' }
    return outputOf(run(process.execPath, [inRoot('apps/api/dist/main.js'), 'provider', ...words], { env }))
  }
  await operate('create', 'clients', 'Clients')
  await operate('redirect', 'add', 'clients', `${SHOP}/back`)
  const key = (await operate('key', 'create', 'clients', '--test')).trim().split('\n').at(-1) ?? ''
  return { AVOUCH_URL: PRODUCT_URL, AVOUCH_KEY: key, SHOP_URL: SHOP }
}

/**
 * Generates clients from the document of a running product, and has each walk a provider's journey.
 * @param {import('../setup/temp-resources.mjs').TempResources} resources
 * @returns {Promise<{ name: string, failure: string | undefined }[]>} failure: undefined where all went well; a language that is not here is left out
 */
export function walkClients(resources) {
  return besideProduct(resources, '', async ({ addresses }) => {
    const env = await connect(addresses)
    const document = /** @type {Record<string, unknown>} */ (
      await (await fetch(`${env.AVOUCH_URL}/openapi/websites.json`)).json()
    )
    const outcomes = []
    for (const { name, isHere, walk } of LANGUAGES) {
      if (!(await isHere())) {
        say(`not tried: ${name} is not installed`)
        continue
      }
      const said = await walk({ folder: resources.folder('client'), document, env }).catch((error) =>
        String(error.message),
      )
      outcomes.push({ name, failure: said.trim() === EXPECTED ? undefined : said.trim() })
    }
    return outcomes
  })
}
