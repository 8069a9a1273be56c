import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { operate } from './operator.ts'
import type { Addresses } from './world.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const GUIDE = readFileSync(join(ROOT, 'docs/providers/ten-minutes.md'), 'utf8')

/** A code block of the integration guide, by the word behind its language. */
function snippet(name: string): string {
  const block = new RegExp(`^\`\`\`\\w+ ${name}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(GUIDE)
  if (block?.[1] === undefined) throw new Error(`docs/providers/ten-minutes.md has no snippet ${name}`)
  return block[1]
}

export const freePort = () =>
  new Promise<number>((found) => {
    const server = createServer().listen(0, () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

export type Shop = { name: string; url: string; end: () => void }

/** The website of docs/providers/ten-minutes.md as it stands there, connected by the commands that stand there. */
export async function openShop({ product }: Pick<Addresses, 'product'>): Promise<Shop> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const id = `shop-${randomInt(2 ** 40)}`
  const printed: string[] = []
  for (const line of snippet('operator').trim().split('\n')) {
    const words = line.replace('npm run avouch -- ', '').replace('my-shop', id).replaceAll('$SHOP_URL', url)
    const given = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    printed.push((await operate(...given)).trim().split('\n').at(-1) ?? '')
  }
  const [, , secret = '', key = ''] = printed
  // Beside the installed packages, so that Node resolves the helper as usual.
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'shop-'))
  writeFileSync(join(folder, 'shop.mjs'), snippet('shop\\.mjs'))
  const settings = {
    AVOUCH_URL: product,
    AVOUCH_ID: id,
    AVOUCH_KEY: key,
    AVOUCH_WEBHOOK_SECRET: secret,
    SHOP_URL: url,
    PORT: String(port),
  }
  const shop: ChildProcess = spawn(process.execPath, ['shop.mjs'], {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    name: 'My Shop',
    url,
    end() {
      shop.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
