import { AppError, type RunnableJob } from '@avouch/contract'
import { announce } from '../../platform/announcements.ts'
import type { Database } from '../../platform/database/database.ts'
import { addJob } from '../../platform/database/job-desk.ts'
import type { AppendEvents, Audit } from '../audit/index.ts'

type Deps = { db: Database; append: AppendEvents }

/** Has a running server do a job now. @returns false when no server has run on this database yet */
export const runJob = ({ db, append }: Deps, name: RunnableJob): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isAdded = name === 'webhook.deliver' || (await addJob(tx, name))
    if (name === 'webhook.deliver') await announce(tx, name)
    if (isAdded) await append(tx, { type: 'operator.job_run', reason: name })
    return isAdded
  })

/** A walk reads the whole trail: a process does one at a time, and who asks for the same one waits for it. */
export function oneWalkAtATime(verify: Audit['verify']) {
  let walk: { head: string | null; found: ReturnType<Audit['verify']> } | undefined
  return async (head: string | null) => {
    if (walk !== undefined && walk.head !== head) throw new AppError('conflict')
    walk ??= {
      head,
      found: verify(head ?? undefined).finally(() => {
        walk = undefined
      }),
    }
    const { events, head: last, brokenAt } = await walk.found
    return { events, head: last, broken_at: brokenAt ?? null }
  }
}
