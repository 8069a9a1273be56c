import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'

/** A setting that cannot be used. The message is the one line that the operator reads. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}

const base = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((value) => value.replace(/\/+$/, ''))
const port = z.coerce
  .number('must be a port')
  .int('must be a port')
  .min(1, 'must be a port')
  .max(65_535, 'must be a port')

const environment = z.object({
  API_URL: base.default('http://localhost:3000'),
  /** Where visitors find the product, and the issuer of its verdicts; the same address unless it stands behind a proxy. */
  PUBLIC_URL: base.optional(),
  SANDBOX_CREDENTIALS: z.string('must name the credentials file').min(1, 'must name the credentials file'),
  SANDBOX_DATA_DIR: z.string().min(1, 'must name a folder').default('.data/sandbox'),
  SANDBOX_PROVIDER_PORT: port.default(3001),
  SANDBOX_IDENTITY_PORT: port.default(3002),
  SANDBOX_PHONE_PORT: port.default(3003),
  /** Tests move the time of the product, and of the world around it, by the milliseconds in this file. */
  CLOCK_SHIFT_FILE: z.string().optional(),
  SANDBOX_HOST: z.string().min(1, 'must be a host').default('127.0.0.1'),
  /** Where visitors' browsers find the provider site; its /return is registered at the product. */
  SANDBOX_PROVIDER_URL: base.optional(),
  /** 1: end when the standard input does, because then the process that started this is gone. */
  EXIT_WITH_PARENT: z.stringbool('must be 0 or 1').default(false),
})

const webhookSecret = z.string().startsWith('whsec_').min(16)
const credentials = z.object({
  provider: z.object({ id: z.string().min(1), apiKey: z.string().min(1), liveKey: z.string().min(1), webhookSecret }),
  identityCheck: z.object({ callbackSecret: webhookSecret, token: z.string().min(16) }),
  sms: z.object({ token: z.string().min(16) }),
  bank: z.object({ callbackSecret: webhookSecret, token: z.string().min(16) }),
})
export type Credentials = z.infer<typeof credentials>

export type Config = {
  apiUrl: string
  productUrl: string
  dataDir: string
  host: string
  ports: { provider: number; identity: number; phone: number }
  providerUrl: string
  exitWithParent: boolean
  credentials: Credentials
  clock: () => Date
}

/** Real time, or in tests real time plus the milliseconds that a file holds. */
function clockOf(shiftFile: string | undefined): () => Date {
  if (shiftFile === undefined || shiftFile === '') return () => new Date()
  return () => new Date(Date.now() + Number(readFileSync(shiftFile, 'utf8')))
}

/** The first thing wrong, by the name of its setting. Never the value: it may be a secret. */
function parse<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new BadSetting(
    `${[where, issue?.path.join('.')].filter(Boolean).join(': ')} ${issue?.message ?? 'is not usable'}`,
  )
}

function readCredentials(path: string): Credentials {
  const where = `SANDBOX_CREDENTIALS (${path})`
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new BadSetting(`${where} cannot be read. The product writes this file when it first starts.`)
  }
  try {
    return parse(credentials, JSON.parse(text), where)
  } catch (error) {
    if (error instanceof SyntaxError) throw new BadSetting(`${where} is not JSON`)
    throw error
  }
}

/** Reads every setting once. Throws BadSetting with the line for the operator. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  // An empty variable is how shells and compose files write "not set".
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const settings = parse(environment, set, '')
  const ports = {
    provider: settings.SANDBOX_PROVIDER_PORT,
    identity: settings.SANDBOX_IDENTITY_PORT,
    phone: settings.SANDBOX_PHONE_PORT,
  }
  if (new Set(Object.values(ports)).size < 3)
    throw new BadSetting('SANDBOX_PROVIDER_PORT, SANDBOX_IDENTITY_PORT and SANDBOX_PHONE_PORT must differ')
  return {
    apiUrl: settings.API_URL,
    productUrl: settings.PUBLIC_URL ?? settings.API_URL,
    dataDir: resolve(settings.SANDBOX_DATA_DIR),
    host: settings.SANDBOX_HOST,
    ports,
    providerUrl: settings.SANDBOX_PROVIDER_URL ?? `http://localhost:${ports.provider}`,
    exitWithParent: settings.EXIT_WITH_PARENT,
    credentials: readCredentials(settings.SANDBOX_CREDENTIALS),
    clock: clockOf(settings.CLOCK_SHIFT_FILE),
  }
}
