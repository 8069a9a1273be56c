import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { SCOPES, USUAL_SCOPES } from '../constants.ts'
import { PROOF_METHODS } from '../methods.ts'
import { opaqueId, timestamp } from '../values.ts'
import { visibleName } from '../visible-name.ts'
import { TROUBLES } from './attention.ts'
import { DEVELOPERS, OWNERS, READERS } from './roles.ts'

/** A provider is a project to those who set it up. */
const projectId = z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))
export const ofProject = z.object({ project: projectId })
export const ofProvider = z.object({ provider: projectId })
export const inProject = z.object({ project: projectId, id: opaqueId })

/** test - test keys only; requested - live keys were asked for; live - the operator has agreed. */
export const PROJECT_STAGES = ['test', 'requested', 'live'] as const
export type ProjectStage = (typeof PROJECT_STAGES)[number]

/** Hours for which an old key or secret stays valid: 30 days at most, a day by default. */
const overlapHours = z.optional(z.int().check(z.gte(1), z.lte(30 * 24)))
export const address = z
  .string()
  .check(z.minLength(1, { error: 'required', abort: true }), z.maxLength(2_048, 'max_length_exceed'))

const project = z.object({
  id: z.string(),
  name: z.string(),
  stage: z.enum(PROJECT_STAGES),
  /** null: its keys work. */
  suspended_at: z.nullable(timestamp),
  /** Set up by the operator's file: it changes there alone. */
  from_file: z.boolean(),
  /** The methods for requests that name none; null: every method. */
  accept: z.nullable(z.array(z.enum(PROOF_METHODS))),
  /** The path of its picture. */
  logo: z.nullable(z.string()),
  /** The addresses that visitors may go back to, letter by letter. */
  redirect_uris: z.array(z.string()),
  webhook: z.object({
    /** Its receiver has not taken an event since then, and when it last took one. */
    failing: z.nullable(
      z.object({
        since: timestamp,
        last_good: z.nullable(timestamp),
        why: z.nullable(z.enum(TROUBLES)),
        detail: z.nullable(z.string()),
      }),
    ),
    url: z.nullable(z.string()),
    has_secret: z.boolean(),
    /** The receiver answered 410: nothing is sent. */
    stopped_at: z.nullable(timestamp),
    /** The secret before signs as well until then. */
    previous_secret_until: z.nullable(timestamp),
  }),
})
export type AdminProject = z.infer<typeof project>

export const adminCreateProject = endpoint({
  method: 'POST',
  path: '/admin/v1/projects',
  summary: 'Makes one more test project, with the caller as its owner.',
  auth: 'staff',
  limit: 'staff-sign-up',
  body: z.object({ name: visibleName }),
  answers: { 201: project },
  errors: ['required', 'max_length_exceed', 'conflict'],
})

export const adminReadProject = endpoint({
  method: 'GET',
  path: '/admin/v1/projects/:project',
  summary: 'A project: its stage, addresses, webhook and brand.',
  auth: 'staff',
  roles: READERS,
  limit: 'staff',
  params: ofProject,
  answers: { 200: project },
  errors: [],
})

export const adminUpdateProject = endpoint({
  method: 'PUT',
  path: '/admin/v1/projects/:project',
  summary:
    'Sets the name that visitors read, and how requests may be proven that do not say it. Once live keys are asked for, the operator alone changes the name.',
  auth: 'staff',
  roles: OWNERS,
  limit: 'staff',
  params: ofProject,
  body: z.object({
    name: z.optional(visibleName),
    accept: z.optional(
      z.array(z.enum(PROOF_METHODS)).check(
        z.minLength(1),
        z.refine((methods) => new Set(methods).size === methods.length),
      ),
    ),
  }),
  answers: { 200: project },
  errors: ['required', 'max_length_exceed', 'conflict'],
})

export const adminRequestLive = endpoint({
  method: 'POST',
  path: '/admin/v1/projects/:project/live',
  summary: 'Asks the operator for live keys.',
  auth: 'staff',
  roles: OWNERS,
  limit: 'staff',
  params: ofProject,
  answers: { 200: project },
  errors: ['conflict'],
})

export const adminAddRedirect = endpoint({
  method: 'POST',
  path: '/admin/v1/projects/:project/redirects',
  summary:
    'Registers an address that visitors may go back to. Once live keys are asked for, the operator alone adds another host.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: ofProject,
  body: z.object({ uri: address }),
  answers: { 201: project },
  errors: ['required', 'max_length_exceed', 'conflict'],
})

export const adminRemoveRedirect = endpoint({
  method: 'DELETE',
  path: '/admin/v1/projects/:project/redirects',
  summary: 'Takes an address off the list; open requests that named it still lead there.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: ofProject,
  query: z.object({ uri: address }),
  answers: { 200: project },
  errors: ['required', 'max_length_exceed', 'conflict'],
})

const key = z.object({
  id: z.string(),
  /** null: from the operator's file, which has its hash alone. */
  live: z.nullable(z.boolean()),
  scopes: z.array(z.enum(SCOPES)),
  from_file: z.boolean(),
  created_at: z.nullable(timestamp),
  last_used_on: z.nullable(z.string()),
  expires_at: z.nullable(timestamp),
  revoked_at: z.nullable(timestamp),
})
export type AdminKey = z.infer<typeof key>
const madeKey = z.object({
  key,
  /** Shown this once, and stored nowhere. */
  api_key: z.string(),
})

export const adminListKeys = endpoint({
  method: 'GET',
  path: '/admin/v1/projects/:project/keys',
  summary: 'All keys of a project, without the keys themselves.',
  auth: 'staff',
  roles: READERS,
  limit: 'staff',
  params: ofProject,
  answers: { 200: z.object({ data: z.array(key) }) },
  errors: [],
})

export const adminCreateKey = endpoint({
  method: 'POST',
  path: '/admin/v1/projects/:project/keys',
  summary: 'Makes a key, which is shown this once. A live one needs the word of the operator for the project.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: ofProject,
  body: z.object({
    live: z.boolean(),
    /** The scopes of proofs of age by default. Only the operator allows payments. */
    scopes: z.optional(z.array(z.enum(USUAL_SCOPES)).check(z.minLength(1))),
    /** Days until the key ends; left out: it has no end. */
    days: z.optional(z.int().check(z.gte(1), z.lte(3_650))),
  }),
  answers: { 201: madeKey },
  errors: ['required', 'conflict'],
})

export const adminRotateKey = endpoint({
  method: 'POST',
  path: '/admin/v1/projects/:project/keys/:id/rotation',
  summary: 'Makes a key of the same kind, which is shown this once; the old one works for the overlap.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: inProject,
  body: z.object({ overlap_hours: overlapHours }),
  answers: { 201: madeKey },
  errors: ['conflict'],
})

export const adminRevokeKey = endpoint({
  method: 'DELETE',
  path: '/admin/v1/projects/:project/keys/:id',
  summary: 'Ends a key at once.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: inProject,
  answers: { 204: null },
  errors: ['conflict'],
})
