import { AppError, type RunnableJob } from '@avouch/contract'
import { announce, isHeard } from '../../platform/announcements.ts'
import type { Database } from '../../platform/database/database.ts'
import { moveInstallation } from '../../platform/database/installation.ts'
import type { AppendEvents, Audit } from '../audit/index.ts'

type Deps = { db: Database; append: AppendEvents }

/** Has the running servers do a job now. @throws AppError conflict when none runs */
export const runJob = ({ db, append }: Deps, name: RunnableJob): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await isHeard(tx))) throw new AppError('conflict')
    await announce(tx, name)
    await append(tx, { type: 'operator.job_run', reason: name })
  })

/** The product has the address of the settings from now on. @throws StartupError when its keys are other ones */
export const moveProduct = ({ db, append }: Deps, self: Parameters<typeof moveInstallation>[1]): Promise<void> =>
  db.transaction(async (tx) => {
    await moveInstallation(tx, self)
    await append(tx, { type: 'operator.moved', reason: self.publicUrl })
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
