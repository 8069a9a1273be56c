import { PROJECT_STAGES, type ProjectStage, type ProofMethod } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, nullable, oneOf, row, storedMethods, text, timestamp } from '../../platform/database/rows.ts'
import type { SealedTable } from '../../platform/database/sealed-values.ts'
import type { Logo } from './logo.ts'

const PROVIDER = row({
  id: text,
  name: text,
  from_file: bool,
  webhook_url: nullable(text),
  webhook_disabled_at: nullable(timestamp),
  previous_secret_until: nullable(timestamp),
  logo_file: nullable(text),
  stage: oneOf(PROJECT_STAGES),
  suspended_at: nullable(timestamp),
})
const SELECT = `
  select id, name, from_file, webhook_url, webhook_disabled_at, previous_secret_until, logo_file, stage,
    suspended_at
  from provider`

const ADD = `
  insert into provider (id, name, from_file, stage) values ($1, $2, false, $3) on conflict do nothing returning id`
const RENAME = 'update provider set name = $2 where id = $1 and name <> $2 and stage = any($3) returning id'
const SUSPEND = `
  update provider set suspended_at = $2
  where id = $1 and (suspended_at is null) = ($2::timestamptz is not null) returning id`
const SET_STAGE = 'update provider set stage = $2 where id = $1 and stage = any($3) returning id'
/** A new address has never answered that it is gone, so events are sent to it. */
const PUT = `
  insert into provider (id, name, webhook_url, webhook_secret_enc, previous_secret_enc, logo_file, logo, from_file)
  values ($1, $2, $3, $4, $5, $6, $7, true)
  on conflict (id) do update set name = excluded.name, webhook_url = excluded.webhook_url, from_file = true,
    webhook_secret_enc = excluded.webhook_secret_enc, previous_secret_enc = excluded.previous_secret_enc,
    previous_secret_until = null, logo_file = excluded.logo_file, logo = excluded.logo,
    webhook_disabled_at = case when provider.webhook_url = excluded.webhook_url then provider.webhook_disabled_at end`

const SET_WEBHOOK = `
  update provider set webhook_url = $2,
    webhook_disabled_at = case when webhook_url = $2 then webhook_disabled_at end
  where id = $1 returning id`
const SET_SECRET = `
  update provider set previous_secret_enc = webhook_secret_enc, webhook_secret_enc = $2,
    previous_secret_until = case when webhook_secret_enc is not null then $3::timestamptz end
  where id = $1 returning id`
const HAS_SECRET = 'select 1 from provider where id = $1 and webhook_secret_enc is not null'
const ENABLE = `
  update provider set webhook_disabled_at = null where id = $1 and webhook_disabled_at is not null returning id`

const READ_ACCEPTED = 'select accept from provider where id = $1'
const SET_ACCEPTED = 'update provider set accept = $2 where id = $1 and accept is distinct from $2 returning id'

const LOGO = row({ logo: bytes })
const SET_LOGO = `
  update provider set logo_file = $2, logo = $3 where id = $1 and logo_file is distinct from $2 returning id`
const FIND_LOGO = 'select logo from provider where logo_file = $1 limit 1'

const REDIRECT = row({ uri: text, from_file: bool })
const REDIRECTS = 'select uri, from_file from provider_redirect where provider_id = $1 order by uri'
const ADDRESS = row({ uri: text })
const FIRST_WEB_REDIRECT =
  "select uri from provider_redirect where provider_id = $1 and uri ~* '^https?:' order by uri ~* '^http:', seq limit 1"
const FIND_REDIRECT = 'select 1 from provider_redirect where provider_id = $1 and uri = $2'
const ADD_REDIRECT = `
  insert into provider_redirect (provider_id, uri, from_file) values ($1, $2, $3) on conflict do nothing returning uri`
const REMOVE_REDIRECT =
  'delete from provider_redirect where provider_id = $1 and uri = $2 and not from_file returning uri'
const REMOVE_LISTED_REDIRECTS = 'delete from provider_redirect where from_file and provider_id = any($1)'

export type ProviderEntry = {
  id: string
  name: string
  /** Its entry in the operator's file changes it at every start. */
  fromFile: boolean
  webhookUrl: string | null
  /** Since when the receiver has been gone (410), so that nothing is sent to it. */
  webhookDisabledAt: Date | null
  previousSecretUntil: Date | null
  logoFile: string | null
  /** `live`: it has live keys. */
  stage: ProjectStage
  /** Since when none of its keys works. */
  suspendedAt: Date | null
}

const readProviders = async (db: Executor, rest: string, values: unknown[]): Promise<ProviderEntry[]> =>
  (await db.query(`${SELECT} ${rest}`, values, PROVIDER)).map((found) => ({
    id: found.id,
    name: found.name,
    fromFile: found.from_file,
    webhookUrl: found.webhook_url,
    webhookDisabledAt: found.webhook_disabled_at,
    previousSecretUntil: found.previous_secret_until,
    logoFile: found.logo_file,
    stage: found.stage,
    suspendedAt: found.suspended_at,
  }))

const changes = async (tx: Executor, statement: string, values: unknown[]): Promise<boolean> =>
  (await tx.query(statement, values)).length > 0

export const readAllProviders = (db: Executor): Promise<ProviderEntry[]> => readProviders(db, 'order by id', [])

export async function findProvider(db: Executor, id: string): Promise<ProviderEntry | undefined> {
  const [provider] = await readProviders(db, 'where id = $1', [id])
  return provider
}

/** @returns false if the id is taken */
export const addProvider = (
  tx: Executor,
  { id, name, stage }: { id: string; name: string; stage: ProjectStage },
): Promise<boolean> => changes(tx, ADD, [id, name, stage])

/** @returns false when that was its name before */
export const writeName = (tx: Executor, id: string, name: string): Promise<boolean> =>
  changes(tx, RENAME, [id, name, PROJECT_STAGES])

/** @returns false once it has asked for live keys: the operator has read the name */
export const writeTestName = (tx: Executor, id: string, name: string): Promise<boolean> =>
  changes(tx, RENAME, [id, name, ['test']])

/** @returns false unless it was in one of the stages before */
export const writeStage = (
  tx: Executor,
  id: string,
  stage: ProjectStage,
  before: readonly ProjectStage[],
): Promise<boolean> => changes(tx, SET_STAGE, [id, stage, before])

type ListedProvider = {
  id: string
  name: string
  url: string | null
  secretEnc: string | null
  previousSecretEnc: string | null
  logo: Logo | undefined
}

/** Makes the provider what the operator's file says. */
export async function putProvider(tx: Executor, { id, name, url, logo, ...secrets }: ListedProvider): Promise<void> {
  const { secretEnc, previousSecretEnc } = secrets
  await tx.query(PUT, [id, name, url, secretEnc, previousSecretEnc, logo?.file ?? null, logo?.bytes ?? null])
}

/** @returns false when nothing changed: it was this logo before, or none */
export const writeLogo = (tx: Executor, providerId: string, logo: Logo | undefined): Promise<boolean> =>
  changes(tx, SET_LOGO, [providerId, logo?.file ?? null, logo?.bytes ?? null])

/** null: its keys work again. @returns false when nothing changed */
export const writeSuspension = (tx: Executor, id: string, since: Date | null): Promise<boolean> =>
  changes(tx, SUSPEND, [id, since])

/** null: by every method. */
export async function readAccepted(db: Executor, providerId: string): Promise<ProofMethod[] | null> {
  const [found] = await db.query(READ_ACCEPTED, [providerId], row({ accept: storedMethods }))
  return found?.accept ?? null
}

/** @returns false when nothing changed */
export const writeAccepted = (tx: Executor, providerId: string, methods: readonly ProofMethod[]): Promise<boolean> =>
  changes(tx, SET_ACCEPTED, [providerId, methods])

/** Providers with the same picture share its file. */
export async function findLogo(db: Executor, file: string): Promise<Buffer | undefined> {
  const [found] = await db.query(FIND_LOGO, [file], LOGO)
  return found?.logo
}

export const writeWebhook = (tx: Executor, providerId: string, url: string): Promise<boolean> =>
  changes(tx, SET_WEBHOOK, [providerId, url])

/** The secret in use, if any, signs too until `previousUntil`. */
export const writeSecret = (
  tx: Executor,
  providerId: string,
  secretEnc: string,
  previousUntil: Date,
): Promise<boolean> => changes(tx, SET_SECRET, [providerId, secretEnc, previousUntil])

export const hasSecret = async (db: Executor, providerId: string): Promise<boolean> =>
  (await db.query(HAS_SECRET, [providerId])).length > 0

/** @returns false when it was not disabled */
export const enableWebhook = (tx: Executor, providerId: string): Promise<boolean> => changes(tx, ENABLE, [providerId])

/** Compares character by character with the provider's registered list. */
export const isRegisteredRedirect = async (db: Executor, providerId: string, uri: string): Promise<boolean> =>
  (await db.query(FIND_REDIRECT, [providerId, uri])).length > 0

/** The web address that was registered first, one with https before a developer's own; undefined for a provider with apps alone. */
export async function firstWebRedirect(db: Executor, providerId: string): Promise<string | undefined> {
  const [first] = await db.query(FIRST_WEB_REDIRECT, [providerId], ADDRESS)
  return first?.uri
}

export async function readRedirects(db: Executor, providerId: string): Promise<{ uri: string; fromFile: boolean }[]> {
  const redirects = await db.query(REDIRECTS, [providerId], REDIRECT)
  return redirects.map(({ uri, from_file }) => ({ uri, fromFile: from_file }))
}

type NewRedirect = { providerId: string; uri: string; fromFile: boolean }

/** @returns false when it is registered already */
export const addRedirect = (tx: Executor, { providerId, uri, fromFile }: NewRedirect): Promise<boolean> =>
  changes(tx, ADD_REDIRECT, [providerId, uri, fromFile])

/** @returns false when the operator has not registered it; what comes from the file stays */
export const removeRedirect = (tx: Executor, providerId: string, uri: string): Promise<boolean> =>
  changes(tx, REMOVE_REDIRECT, [providerId, uri])

export const removeListedRedirects = async (tx: Executor, providerIds: readonly string[]): Promise<void> =>
  void (await tx.query(REMOVE_LISTED_REDIRECTS, [providerIds]))

export const webhookSecrets: readonly SealedTable[] = [
  {
    table: 'provider',
    id: 'id',
    owner: 'id',
    columns: [
      { name: 'webhook_secret_enc', purpose: 'webhook-secret' },
      { name: 'previous_secret_enc', purpose: 'webhook-secret' },
    ],
  },
]
