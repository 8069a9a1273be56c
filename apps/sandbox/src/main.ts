import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { movement } from './bank/bank.ts'
import { BadSetting, type Config, readConfig } from './config.ts'
import { loadAssets } from './http/assets.ts'
import { check } from './identity/checks.ts'
import { createIdentityServer } from './identity/identity-server.tsx'
import { message } from './phone/message.ts'
import { createPhoneServer } from './phone/phone-server.tsx'
import { booking } from './provider/age-check.ts'
import { ticket } from './provider/box-office.ts'
import { createProviderServer } from './provider/provider-server.tsx'
import { StoredMap } from './stored-map.ts'
import { hit } from './tracker/hits.ts'

const CLOSE_WITHIN_MS = 5_000

const log = (line: string) => void process.stderr.write(`${line}\n`)

/** Says why in one line and ends. */
function refuse(line: string): never {
  log(`sandbox: ${line}`)
  process.exit(1)
}

async function build({ apiUrl, productUrl, dataDir, providerUrl, credentials, ports, clock }: Config) {
  const assets = loadAssets(join(import.meta.dirname, 'public'))
  const stored = <V>(name: string, schema: z.ZodType<V>) => new StoredMap(join(dataDir, `${name}.jsonl`), schema)
  const shared = { apiUrl, productUrl, assets, log }
  const provider = await createProviderServer({
    ...shared,
    publicUrl: providerUrl,
    credentials: credentials.provider,
    bookings: stored('provider', booking),
    tickets: stored('tickets', ticket),
  })
  const identity = await createIdentityServer({
    ...shared,
    clock,
    callbackSecret: credentials.identityCheck.callbackSecret,
    token: credentials.identityCheck.token,
    checks: stored('identity', check),
  })
  const phone = await createPhoneServer({
    ...shared,
    clock,
    token: credentials.sms.token,
    messages: stored('phone', message),
    bank: { ...credentials.bank, movements: stored('bank', movement) },
    hits: stored('tracker', hit),
  })
  return [
    { app: provider, port: ports.provider, setting: 'SANDBOX_PROVIDER_PORT', name: 'provider site' },
    { app: identity, port: ports.identity, setting: 'SANDBOX_IDENTITY_PORT', name: 'identity check' },
    { app: phone, port: ports.phone, setting: 'SANDBOX_PHONE_PORT', name: 'phone' },
  ]
}

async function listen(app: FastifyInstance, host: string, port: number, setting: string) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') refuse(`port ${port} is taken (${setting})`)
    refuse(`cannot listen on ${host}, port ${port} (${setting}, SANDBOX_HOST): ${String(code)}`)
  }
}

async function start() {
  const config = readConfig()
  const servers = await build(config)
  for (const { app, port, setting } of servers) await listen(app, config.host, port, setting)
  const addresses = servers.map(({ name, port }) => `${name} http://localhost:${port}`)
  process.stdout.write(`sandbox: ${addresses.join(', ')}\n`)

  let closing = false
  async function stop() {
    if (closing) return
    closing = true
    setTimeout(() => process.exit(1), CLOSE_WITHIN_MS).unref()
    await Promise.all(servers.map(({ app }) => app.close()))
    // A standard input that is still open would keep the process.
    process.stdin.destroy()
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  if (config.exitWithParent) {
    process.stdin.resume()
    process.stdin.on('end', () => void stop()).on('error', () => void stop())
  }
}

start().catch((error: unknown) => {
  if (error instanceof BadSetting) refuse(error.message)
  // The rest of a system error's message names its file; anything else is ours to find.
  refuse(error instanceof Error ? error.message : 'cannot start')
})
