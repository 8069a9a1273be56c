import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timestamp } from '../values.ts'
import { INSTALLATION_READERS, OPERATORS } from './roles.ts'

/** Jobs that may look for what is due at any time. An SMS has its time. */
export const RUNNABLE_JOBS = [
  'retention.sweep',
  'accounts.erase',
  'intents.expire',
  'intents.count',
  'audit.chain',
  'webhook.deliver',
  'bank.return',
  'check.poll',
  'check.erase',
  'session.erase',
  'trust.fetch',
] as const
export type RunnableJob = (typeof RUNNABLE_JOBS)[number]

export const adminRunJob = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/jobs/:name/run',
  summary: 'Has the running servers do a job now.',
  auth: 'staff',
  roles: OPERATORS,
  limit: 'staff',
  params: z.object({ name: z.enum(RUNNABLE_JOBS) }),
  answers: { 204: null },
  errors: ['conflict'],
})

/** master - seals and hashes what is stored; verdict - signs answers; oidc - signs ID tokens. */
export const KEY_PURPOSES = ['master', 'verdict', 'oidc'] as const

export const KEY_WORK = ['seals', 'hashes', 'indexes', 'signs'] as const

const installationKey = z.object({
  purpose: z.enum(KEY_PURPOSES),
  /** Follows a signing key, and is published with it. */
  id: z.string(),
  /** Empty: it opens or verifies what it did before. */
  does: z.array(z.enum(KEY_WORK)),
  /** The day in the key file; null: it has none. */
  created_on: z.nullable(z.string()),
  /** The time since which stored values need it. */
  in_use_since: z.nullable(timestamp),
})
export type InstallationKey = z.infer<typeof installationKey>

export const adminListInstallationKeys = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/keys',
  summary: 'The keys of the process that answers, without the keys: what they do, and how old they are.',
  auth: 'staff',
  roles: INSTALLATION_READERS,
  limit: 'staff',
  answers: { 200: z.object({ data: z.array(installationKey) }) },
  errors: [],
})

export const adminVerifyAudit = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/audit/verification',
  summary: 'Walks the audit trail; with a head that was noted earlier, also says whether it is still part of it.',
  auth: 'staff',
  roles: INSTALLATION_READERS,
  limit: 'staff',
  body: z.object({
    /** The head of an earlier answer; null: the chain alone is verified. */
    head: z.nullable(z.string().check(z.regex(/^[0-9]{1,15}:[0-9a-f]{64}$/))),
  }),
  answers: {
    200: z.object({
      events: z.int(),
      head: z.string(),
      /** null: the chain is whole. */
      broken_at: z.nullable(z.int()),
    }),
  },
  errors: ['conflict'],
})
