import {
  type AdminKey,
  type AdminProject,
  AppError,
  looksLike,
  type ProofMethod,
  type Scope,
  USUAL_SCOPES,
} from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { isLoopback } from '../../platform/external-address.ts'
import { random } from '../../platform/random.ts'
import type { AppendEvents } from '../audit/index.ts'
import {
  addProvider,
  hasSecret,
  type KeyEntry,
  logoPath,
  type ProviderAdministration,
  writeTestName,
  writeStage,
} from '../providers/index.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import type { Switches } from '../switches/index.ts'

const USUAL_OVERLAP_HOURS = 24
const SLUG_MAX_LENGTH = 40
const SUFFIX_BYTES = 4

type Deps = {
  db: Database
  clock: Clock
  append: AppendEvents
  switches: Pick<Switches, 'isOn'>
  limiter: Pick<RateLimiter, 'admit'>
  administration: ProviderAdministration
  /** Names of the product, and of no one else. */
  ownNames: readonly string[]
}
export type Projects = ReturnType<typeof createProjects>

/** Providers as their own people set them up. */
export function createProjects(deps: Deps) {
  const { administration } = deps
  const changed = async (id: string, change: Promise<unknown>): Promise<AdminProject> => {
    await change
    return read(deps, id)
  }
  return {
    /** @throws AppError conflict, invalid_request */
    refuseSignUp: (name: string, field: NameField) => refuseSignUp(deps, name, field),
    /** Counts what a project has sent to the address that it named. @throws AppError too_many_requests */
    countSent: (id: string, what: 'test-event' | 'event-again') =>
      deps.limiter.admit(deps.db, { rule: `${what}.number`, subject: id }),
    /** A new test project. */
    add,
    read: (id: string) => read(deps, id),
    update: (id: string, wanted: Wanted) => changed(id, update(deps, id, wanted)),
    requestLive: (id: string) => changed(id, requestLive(deps, id)),
    addRedirect: (id: string, uri: string) => changed(id, addRedirect(deps, id, uri)),
    removeRedirect: (id: string, uri: string) => changed(id, administration.removeRedirect(id, uri)),
    keys: async (id: string): Promise<AdminKey[]> => (await administration.keys(id)).map(shownKey),
    createKey: (id: string, wanted: WantedKey) => createKey(deps, id, wanted),
    rotateKey: (id: string, keyId: string, overlapHours = USUAL_OVERLAP_HOURS) =>
      rotateKey(deps, id, keyId, overlapHours),
    async revokeKey(id: string, keyId: string): Promise<void> {
      await ownKey(deps, id, keyId)
      await administration.revokeKey(keyId)
    },
    /** @returns the new secret when there was none */
    setWebhook: async (id: string, url: string) => (await administration.setWebhook(id, url)) ?? null,
    rotateSecret: (id: string, overlapHours = USUAL_OVERLAP_HOURS) => administration.rotateSecret(id, overlapHours),
    enableWebhook: (id: string) => administration.enableWebhook(id),
  }
}

async function refuseSignUp(deps: Deps, name: string, field: NameField): Promise<void> {
  if (!(await deps.switches.isOn('provider_signup')))
    throw new AppError('conflict', { errors: [{ field: 'project', code: 'conflict' }] })
  refuseOwnName(deps, name, field)
}

/** Readable, and never that of another project: a name alone would tell which ones there are. */
function newProjectId(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  return `${slug || 'project'}-${random(SUFFIX_BYTES).toString('hex')}`
}

/** As the endpoint calls it. */
type NameField = 'name' | 'project'

const refused = (code: 'invalid_request' | 'conflict', field: NameField | 'uri') =>
  new AppError(code, { errors: [{ field, code: 'invalid_request' }] })

/** @throws AppError invalid_request */
function refuseOwnName({ ownNames }: Deps, name: string, field: NameField): void {
  if (ownNames.some((own) => looksLike(name, own))) throw refused('invalid_request', field)
}

async function add(tx: Executor, name: string): Promise<string> {
  const id = newProjectId(name)
  if (!(await addProvider(tx, { id, name, stage: 'test' }))) throw new AppError('conflict')
  return id
}

/** @throws AppError not_found */
async function read({ db, administration }: Deps, id: string): Promise<AdminProject> {
  const shown = await administration.show(id)
  return {
    id,
    name: shown.name,
    stage: shown.stage,
    suspended_at: shown.suspendedAt?.toISOString() ?? null,
    from_file: shown.fromFile,
    accept: shown.accept,
    logo: shown.logoFile && logoPath(shown.logoFile),
    redirect_uris: shown.redirects.map(({ uri }) => uri),
    webhook: {
      url: shown.webhookUrl,
      has_secret: await hasSecret(db, id),
      stopped_at: shown.webhookDisabledAt?.toISOString() ?? null,
      previous_secret_until: shown.previousSecretUntil?.toISOString() ?? null,
    },
  }
}

type Wanted = { name?: string | undefined; accept?: readonly ProofMethod[] | undefined }

/** @throws AppError conflict for what the operator's file says, and for a name that the operator has seen */
async function update(deps: Deps, id: string, { name, accept }: Wanted): Promise<void> {
  const { db, append, administration } = deps
  const shown = await administration.show(id)
  if (shown.fromFile) throw new AppError('conflict')
  if (name !== undefined && name !== shown.name) {
    refuseOwnName(deps, name, 'name')
    await db.transaction(async (tx) => {
      if (!(await writeTestName(tx, id, name))) throw refused('conflict', 'name')
      await append(tx, { type: 'project.renamed', reason: id })
    })
  }
  if (accept !== undefined) await administration.accept(id, accept)
}

/** Visitors read the host. An app's address has a scheme instead. */
const hostOf = (address: string): string => {
  const url = URL.parse(address)
  return url === null ? '' : `${url.protocol}//${url.host}`
}

/** @throws AppError conflict for a host that the operator has not seen */
async function addRedirect({ administration }: Deps, id: string, uri: string): Promise<void> {
  const { stage, redirects } = await administration.show(id)
  const isSeen = stage === 'test' || isLoopback(uri) || redirects.some((known) => hostOf(known.uri) === hostOf(uri))
  if (!isSeen) throw refused('conflict', 'uri')
  await administration.addRedirect(id, uri)
}

/** Repeating it changes nothing. @throws AppError conflict for a project that is live */
const requestLive = ({ db, append }: Deps, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    if (await writeStage(tx, id, 'requested', ['test']))
      await append(tx, { type: 'project.live_requested', reason: id })
    else if (!(await writeStage(tx, id, 'requested', ['requested']))) throw new AppError('conflict')
  })

type WantedKey = { live: boolean; scopes?: readonly Scope[] | undefined; days?: number | undefined }

const shownKey = (key: KeyEntry): AdminKey => ({
  id: key.id,
  live: key.live,
  scopes: key.scopes,
  from_file: key.fromFile,
  created_at: key.createdAt?.toISOString() ?? null,
  last_used_on: key.lastUsedOn,
  expires_at: key.expiresAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
})

/** A key of this project. @throws AppError not_found, the same for another's and for none */
async function ownKey({ administration }: Deps, id: string, keyId: string): Promise<KeyEntry> {
  const found = (await administration.keys(id)).find((key) => key.id === keyId)
  if (found === undefined) throw new AppError('not_found')
  return found
}

/** @throws AppError conflict for a live key before the operator has agreed */
async function createKey(deps: Deps, id: string, { live, scopes = USUAL_SCOPES, days }: WantedKey) {
  const { stage } = await deps.administration.show(id)
  if (live && stage !== 'live') throw new AppError('conflict', { errors: [{ field: 'live', code: 'conflict' }] })
  const made = await deps.administration.createKey(id, { live, scopes, days })
  return { key: shownKey(await ownKey(deps, id, made.id)), api_key: made.secret }
}

/** @throws AppError not_found, conflict */
async function rotateKey(deps: Deps, id: string, keyId: string, overlapHours: number) {
  await ownKey(deps, id, keyId)
  const made = await deps.administration.rotateKey(keyId, overlapHours)
  return { key: shownKey(await ownKey(deps, id, made.id)), api_key: made.secret }
}
