import * as z from 'zod'
import { type Decision, NAMES, type Person } from '../fake-vendor.ts'

/** Its word for the state of a run; it has none for a link that ran out. */
export const STATUS: Record<Exclude<Decision, 'expired'>, string> = {
  submitted: 'processing',
  approved: 'approved',
  declined: 'declined',
  again: 'awaiting_input',
  review: 'review',
  abandoned: 'abandoned',
  failed: 'error',
  'a new word': 'paused',
}
const RUNNING = ['processing', 'awaiting_input']

const name = z.string().regex(/^[^!#$%*=<>;{}"]+$/)
export const newApplicant = z.strictObject({ first_name: name, last_name: name })
export const newRun = z.strictObject({
  workflow_id: z.uuid(),
  applicant_id: z.uuid(),
  customer_user_id: z.string().min(1).optional(),
  link: z
    .strictObject({
      completed_redirect_url: z.url().optional(),
      expired_redirect_url: z.url().optional(),
      language: z.enum(['en_US', 'de_DE', 'es_ES', 'fr_FR', 'it_IT', 'pt_PT', 'nl_NL']).optional(),
      expires_at: z.iso.datetime({ offset: true }).optional(),
    })
    .optional(),
})

export type Run = {
  id: string
  sent: z.infer<typeof newRun>
  url: string
  status: string
  person: Person
  createdAt: Date
  updatedAt: Date
}

/** A run, as asking about it says. */
export function shown(base: string, { id, sent, url, status, person, createdAt, updatedAt }: Run) {
  const { dateOfBirth: dob, documentNumber, country, kind } = person
  const document = { document_number: documentNumber, document_country: country, document_type: kind }
  const isOver = !RUNNING.includes(status) && status !== 'abandoned'
  return {
    id,
    ...sent,
    link: { ...sent.link, url },
    workflow_version_id: 3,
    status,
    dashboard_url: `${base}/dashboard/${id}`,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    sdk_token: null,
    output: isOver ? { dob, ...document, first_name: NAMES.first, last_name: NAMES.last } : {},
    reasons: status === 'declined' ? ['document_integrity'] : [],
  }
}

/** A run, as a message says it. */
export function payloadOf(base: string, run: Run) {
  const { id, status, updatedAt } = run
  const completed_at_iso8601 = updatedAt.toISOString()
  const href = `${base}/v3.6/workflow_runs/${id}`
  if (!RUNNING.includes(status)) {
    const object = { id, status, completed_at_iso8601, href }
    return { resource_type: 'workflow_run', action: 'workflow_run.completed', object, resource: shown(base, run) }
  }
  // The task has an id of its own.
  const task = { id: `upload_document_${id.slice(0, 8)}`, workflow_run_id: id, task_def_id: 'upload_document' }
  const object = { ...task, status: 'completed', completed_at_iso8601, href: `${href}/tasks/${task.id}` }
  return { resource_type: 'workflow_task', action: 'workflow_task.completed', object, resource: { ...task } }
}
