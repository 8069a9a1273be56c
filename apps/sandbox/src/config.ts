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
const port = z.coerce.number().int().min(1).max(65_535)
const dataDir = '.data/sandbox'

const environment = z
  .object({
    API_URL: base.default('http://localhost:3000'),
    /** The product's address for visitors, and the issuer of its verdicts: one address unless it stands behind a proxy. */
    PUBLIC_URL: base.optional(),
    SANDBOX_CREDENTIALS: z.string('must name the credentials file'),
    SANDBOX_DATA_DIR: z.string().default(dataDir),
    SANDBOX_PROVIDER_PORT: port.default(3001),
    SANDBOX_IDENTITY_PORT: port.default(3002),
    SANDBOX_PHONE_PORT: port.default(3003),
    /** Tests move the time of the product, and of the world around it, by the milliseconds in this file. */
    CLOCK_SHIFT_FILE: z.string().optional(),
    SANDBOX_HOST: z.string().default('127.0.0.1'),
    /** The provider site's address for browsers; its /return is registered at the product. */
    SANDBOX_PROVIDER_URL: base.optional(),
    /** 1: end when the standard input does, because then the process that started this is gone. */
    EXIT_WITH_PARENT: z.stringbool('must be 0 or 1').default(false),
  })
  .refine((set) => new Set([set.SANDBOX_PROVIDER_PORT, set.SANDBOX_IDENTITY_PORT, set.SANDBOX_PHONE_PORT]).size === 3, {
    error: 'SANDBOX_PROVIDER_PORT, SANDBOX_IDENTITY_PORT and SANDBOX_PHONE_PORT must differ',
  })

const webhookSecret = z.string().startsWith('whsec_').min(16)
const token = z.string().min(16)
const credentials = z.object({
  provider: z.object({ id: z.string().min(1), liveKey: z.string().min(1), webhookSecret }),
  shop: z.object({ clientId: z.string().min(1), clientSecret: z.string().min(1) }),
  identityCheck: z.object({ callbackSecret: webhookSecret, token }),
  sms: z.object({ token }),
  bank: z.object({ callbackSecret: webhookSecret, token }),
})

/** The first thing wrong, by the name of its setting. Never the value: it may be a secret. */
function parse<T>(schema: z.ZodType<T>, value: unknown, where = ''): T {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw new BadSetting([where, issue?.path.join('.'), issue?.message].filter(Boolean).join(' '))
}

function readCredentials(path: string) {
  const where = `SANDBOX_CREDENTIALS (${path})`
  try {
    return parse(credentials, JSON.parse(readFileSync(path, 'utf8')), where)
  } catch (error) {
    if (error instanceof BadSetting) throw error
    const isJson = !(error instanceof SyntaxError)
    throw new BadSetting(`${where} is ${isJson ? 'written by the product when it first starts' : 'not JSON'}`)
  }
}

/** Reads the folder of the sandbox's data; nothing else is needed before the product runs. */
export const readDataDir = (env: NodeJS.ProcessEnv = process.env): string => resolve(env['SANDBOX_DATA_DIR'] || dataDir)

/** Reads every setting once. @throws BadSetting with the line for the operator */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  // An empty variable is how shells and compose files write "not set".
  const set = parse(environment, Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  const { API_URL: apiUrl, CLOCK_SHIFT_FILE: shiftFile, SANDBOX_PROVIDER_PORT: provider } = set
  return {
    apiUrl,
    productUrl: set.PUBLIC_URL ?? apiUrl,
    dataDir: resolve(set.SANDBOX_DATA_DIR),
    host: set.SANDBOX_HOST,
    ports: { provider, identity: set.SANDBOX_IDENTITY_PORT, phone: set.SANDBOX_PHONE_PORT },
    providerUrl: set.SANDBOX_PROVIDER_URL ?? `http://localhost:${provider}`,
    exitWithParent: set.EXIT_WITH_PARENT,
    credentials: readCredentials(set.SANDBOX_CREDENTIALS),
    clock: () => new Date(Date.now() + (shiftFile === undefined ? 0 : Number(readFileSync(shiftFile, 'utf8')))),
  }
}
