import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { readOfficeKeys } from './age-office/office-keys.ts'
import { movement } from './bank/bank.ts'
import { BadSetting, readConfig } from './config.ts'
import { check } from './identity/checks.ts'
import { createIdentityServer } from './identity/identity-server.tsx'
import { message } from './phone/message.ts'
import { createPhoneServer } from './phone/phone-server.tsx'
import { order } from './provider/orders.ts'
import { createProviderServer } from './provider/provider-server.tsx'
import { StoredMap } from './stored-map.ts'
import { hit } from './tracker/tracker.tsx'

const CLOSE_WITHIN_MS = 5_000

const log = (line: string) => void process.stderr.write(`${line}\n`)

const at = (port: number) => `http://localhost:${port}`

async function build({
  apiUrl,
  productUrl,
  dataDir,
  providerUrl,
  credentials,
  ports,
  clock,
}: ReturnType<typeof readConfig>) {
  const stored = <V>(name: string, schema: z.ZodType<V>) => new StoredMap(join(dataDir, `${name}.jsonl`), schema)
  const shared = { apiUrl, productUrl, log, assetsDir: join(import.meta.dirname, 'public') }
  return {
    provider: await createProviderServer({
      ...shared,
      publicUrl: providerUrl,
      credentials: credentials.provider,
      shop: credentials.shop,
      beside: { phone: at(ports.phone), desk: `${at(ports.identity)}/desk`, console: `${productUrl}/console` },
      orders: stored('orders', order),
    }),
    identity: await createIdentityServer({
      ...shared,
      ...credentials.identityCheck,
      clock,
      checks: stored('identity', check),
    }),
    phone: await createPhoneServer({
      ...shared,
      ...credentials.sms,
      clock,
      messages: stored('phone', message),
      bank: { ...credentials.bank, movements: stored('bank', movement) },
      hits: stored('tracker', hit),
      office: await readOfficeKeys(dataDir, clock()),
    }),
  }
}

async function listen(app: FastifyInstance, host: string, port: number, setting: string) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') throw new BadSetting(`port ${port} is taken (${setting})`)
    throw new BadSetting(`cannot listen on ${host}, port ${port} (${setting}, SANDBOX_HOST): ${String(code)}`)
  }
}

async function start() {
  const config = readConfig()
  const { host, ports } = config
  const { provider, identity, phone } = await build(config)
  await listen(provider, host, ports.provider, 'SANDBOX_PROVIDER_PORT')
  await listen(identity, host, ports.identity, 'SANDBOX_IDENTITY_PORT')
  await listen(phone, host, ports.phone, 'SANDBOX_PHONE_PORT')
  const addresses = `provider site ${at(ports.provider)}, identity check ${at(ports.identity)}, phone ${at(ports.phone)}`
  process.stdout.write(`sandbox: ${addresses}\n`)

  const { close } = closeWithGrace({ delay: CLOSE_WITHIN_MS, logger: false }, async ({ err }) => {
    if (err) log(`sandbox: ${err.stack}`)
    await Promise.all([provider, identity, phone].map((app) => app.close()))
  })
  if (config.exitWithParent)
    process.stdin
      .resume()
      .once('end', () => void close())
      .once('error', () => void close())
}

start().catch((error: unknown) => {
  // The message of a system error names its file; anything else is ours to find.
  log(`sandbox: ${error instanceof Error ? error.message : 'cannot start'}`)
  process.exit(1)
})
