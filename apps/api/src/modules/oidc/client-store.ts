import type { ProofMethod } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import {
  array,
  bool,
  bytes,
  nullable,
  oneOf,
  row,
  storedMethods,
  text,
  timestamp,
} from '../../platform/database/rows.ts'

/** How a client proves itself at the token endpoint. */
export const CLIENT_AUTH_METHODS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number]
/** ephemeral: another subject with each answer; pairwise: the subject of the provider's verdicts. */
export const SUBJECT_KINDS = ['ephemeral', 'pairwise'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]
export const SIGNING_ALGS = ['RS256', 'ES256'] as const
export type SigningAlg = (typeof SIGNING_ALGS)[number]

const COLUMNS = {
  id: text,
  provider_id: text,
  from_file: bool,
  live: bool,
  auth_method: oneOf(CLIENT_AUTH_METHODS),
  secret_hash: nullable(bytes),
  previous_secret_hash: nullable(bytes),
  previous_secret_until: nullable(timestamp),
  jwks: nullable(text),
  redirect_uris: array(text),
  origins: array(text),
  subject: oneOf(SUBJECT_KINDS),
  signing_alg: oneOf(SIGNING_ALGS),
  require_par: bool,
  created_at: timestamp,
}
const CLIENT = row(COLUMNS)
const NAMES = Object.keys(COLUMNS)
const SELECT = `select ${NAMES.join(', ')} from oidc_client`

/** A client `c` that may ask and get answers, by its id: that of a suspended provider is like one that is not there. */
export const WORKING = 'oidc_client c join provider p on p.id = c.provider_id and p.suspended_at is null'
export const WORKING_COLUMNS = `${NAMES.map((name) => `c.${name}`).join(', ')}, p.accept`
const WORKING_CLIENT = row({ ...COLUMNS, accept: storedMethods })

const ADD = `
  insert into oidc_client (id, provider_id, from_file, live, auth_method, secret_hash, jwks, redirect_uris, origins,
    subject, signing_alg, require_par, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing returning id`
const ROTATE = `
  update oidc_client set previous_secret_hash = secret_hash, secret_hash = $2, previous_secret_until = $3
  where id = $1 and secret_hash is not null and not from_file returning id`
const REMOVE = 'delete from oidc_client where id = $1 and not from_file returning id'
const REMOVE_CONFIGURED = 'delete from oidc_client where from_file'

export type OidcClient = {
  id: string
  providerId: string
  fromFile: boolean
  live: boolean
  authMethod: ClientAuthMethod
  secretHash: Buffer | null
  /** The secret before the last change, and until when it is accepted. */
  previousSecret: { hash: Buffer; until: Date } | null
  /** The public keys of a client that signs, as JSON. */
  jwks: string | null
  redirectUris: readonly string[]
  origins: readonly string[]
  subject: SubjectKind
  signingAlg: SigningAlg
  requirePar: boolean
  createdAt: Date
}
export type NewClient = Omit<OidcClient, 'previousSecret'>
/** `accept`: the methods that its provider chose; null: all. */
export type WorkingClient = OidcClient & { accept: readonly ProofMethod[] | null }

function toClient(found: ReturnType<typeof CLIENT.parse>): OidcClient {
  const { previous_secret_hash: hash, previous_secret_until: until } = found
  return {
    id: found.id,
    providerId: found.provider_id,
    fromFile: found.from_file,
    live: found.live,
    authMethod: found.auth_method,
    secretHash: found.secret_hash,
    previousSecret: hash === null || until === null ? null : { hash, until },
    jwks: found.jwks,
    redirectUris: found.redirect_uris,
    origins: found.origins,
    subject: found.subject,
    signingAlg: found.signing_alg,
    requirePar: found.require_par,
    createdAt: found.created_at,
  }
}

/** The form of a client's id: any text may be sent in its place. */
const ID = /^[\w-]{1,128}$/

export async function findClient(db: Executor, id: string): Promise<OidcClient | undefined> {
  if (!ID.test(id)) return undefined
  const [found] = await db.query(`${SELECT} where id = $1`, [id], CLIENT)
  return found && toClient(found)
}

export const toWorkingClient = (found: unknown): WorkingClient => {
  const { accept, ...client } = WORKING_CLIENT.parse(found)
  return { ...toClient(client), accept }
}

const FIND_WORKING = `select ${WORKING_COLUMNS} from ${WORKING} where c.id = $1`

export async function findWorkingClient(db: Executor, id: string): Promise<WorkingClient | undefined> {
  if (!ID.test(id)) return undefined
  const [found] = await db.query(FIND_WORKING, [id])
  return found && toWorkingClient(found)
}

/** Reads the clients of one provider, or all. */
export const readClients = async (db: Executor, providerId: string | undefined): Promise<OidcClient[]> =>
  (
    await db.query(
      `${SELECT} where $1::text is null or provider_id = $1 order by provider_id, id`,
      [providerId ?? null],
      CLIENT,
    )
  ).map(toClient)

/** @returns false if the id is taken */
export async function addClient(tx: Executor, client: NewClient): Promise<boolean> {
  const added = await tx.query(ADD, [
    client.id,
    client.providerId,
    client.fromFile,
    client.live,
    client.authMethod,
    client.secretHash,
    client.jwks,
    client.redirectUris,
    client.origins,
    client.subject,
    client.signingAlg,
    client.requirePar,
    client.createdAt,
  ])
  return added.length > 0
}

/** @returns false for a client without a secret, or one of the operator's file */
export const rotateSecret = async (tx: Executor, id: string, hash: Buffer, previousUntil: Date): Promise<boolean> =>
  (await tx.query(ROTATE, [id, hash, previousUntil])).length > 0

/** @returns false for an unknown client, or one of the operator's file */
export const removeClient = async (tx: Executor, id: string): Promise<boolean> =>
  (await tx.query(REMOVE, [id])).length > 0

export const removeConfiguredClients = async (tx: Executor): Promise<void> => void (await tx.query(REMOVE_CONFIGURED))
