import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import type * as z from 'zod'
import { readOfficeKeys } from './age-office/office-keys.ts'
import { BadSetting, readConfig } from './config.ts'
import { check } from './identity/checks.ts'
import { createIdentityServer } from './identity/identity-server.tsx'
import { movement } from './phone/bank/bank.tsx'
import { message } from './phone/message.ts'
import { createPhoneServer } from './phone/phone-server.tsx'
import { order } from './provider/orders.ts'
import { createProviderServer } from './provider/provider-server.tsx'
import { addShop, newVisits } from './shop/shop.tsx'
import { run } from './stories/journal.ts'
import { addStories } from './stories/stories-routes.tsx'
import { StoredMap } from './stored-map.ts'
import { addTracker, hit } from './tracker/tracker.tsx'

const CLOSE_WITHIN_MS = 5_000

const log = (line: string) => void process.stderr.write(`${line}\n`)

async function start() {
  const config = readConfig()
  const { apiUrl, productUrl, dataDir, providerUrl, credentials, ports, clock, host } = config
  let changed = () => {}
  const stored = <V>(name: string, schema: z.ZodType<V>) =>
    new StoredMap(join(dataDir, `${name}.jsonl`), schema, () => changed())
  const [messages, checks] = [stored('phone', message), stored('identity', check)]
  const [orders, hits, runs] = [stored('orders', order), stored('tracker', hit), stored('stories', run)]
  const wine = newVisits(() => changed())
  const { hostname } = new URL(providerUrl)
  const at = (port: number) => `http://${hostname}:${port}`
  const addresses = { product: productUrl, provider: providerUrl, identity: at(ports.identity), phone: at(ports.phone) }
  const shared = { apiUrl, productUrl, clock, log, assetsDir: join(import.meta.dirname, 'public') }
  const storyUrl = `${addresses.provider}/start/now`
  const servers = {
    provider: await createProviderServer({
      ...shared,
      publicUrl: providerUrl,
      credentials: credentials.provider,
      beside: { phone: addresses.phone, desk: `${addresses.identity}/desk`, console: `${productUrl}/console` },
      orders,
    }),
    identity: await createIdentityServer({
      ...shared,
      ...credentials.identityCheck,
      storyUrl,
      checks,
    }),
    phone: await createPhoneServer({
      ...shared,
      ...credentials.sms,
      storyUrl,
      messages,
      bank: { ...credentials.bank, movements: stored('bank', movement) },
      runs,
      office: await readOfficeKeys(dataDir, clock()),
    }),
  }
  const { provider: cinema, identity, phone } = servers
  addShop(cinema, { ...shared, publicUrl: providerUrl, credentials: credentials.shop, visits: wine })
  addTracker(phone, { hits, clock })
  const stories = addStories(cinema, {
    runs,
    received: { messages, checks, orders, hits, wine },
    phone,
    identity,
    addresses,
    clock,
    log,
  })
  changed = stories.changed
  for (const name of ['provider', 'identity', 'phone'] as const)
    await servers[name].listen({ host, port: ports[name] }).catch(({ message: cause }: Error) => {
      throw new BadSetting(`${cause} (SANDBOX_${name.toUpperCase()}_PORT, SANDBOX_HOST)`)
    })
  // Its parent process, if that opened a channel, knows that no other server answers there.
  process.send?.('listening', undefined, undefined, () => {})
  process.stdout.write(`sandbox: ${Object.values(addresses).slice(1).join(', ')}\n`)

  const { close } = closeWithGrace({ delay: CLOSE_WITHIN_MS, logger: false }, async ({ err }) => {
    if (err) log(`sandbox: ${err.stack}`)
    await Promise.all(Object.values(servers).map((app) => app.close()))
  })
  const end = () => void close()
  if (config.exitWithParent) process.stdin.resume().once('end', end).once('error', end)
}

start().catch((error: unknown) => {
  // The message of a system error names its file; anything else is ours to find.
  log(`sandbox: ${error instanceof Error ? error.message : 'cannot start'}`)
  process.exit(1)
})
