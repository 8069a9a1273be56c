import { type AdminAccount, AppError } from '@avouch/contract'
import type { Change } from '../accounts/index.ts'
import type { OperatorAccounts } from './account-admin.ts'

type Deps = { accounts: Pick<OperatorAccounts, 'find' | 'keyOf' | 'lock' | 'unlock'> }

/** @throws AppError invalid_request, without what was typed; not_found */
export async function findAccount({ accounts }: Deps, typed: string): Promise<AdminAccount> {
  const key = accounts.keyOf(typed)
  if (key === undefined) throw new AppError('invalid_request')
  const found = await accounts.find(key)
  if (found === undefined) throw new AppError('not_found')
  return {
    id: found.id,
    state: found.state,
    created_at: found.since.toISOString(),
    locked_at: found.lockedAt?.toISOString() ?? null,
    erase_after: found.eraseAfter?.toISOString() ?? null,
    adult: found.adult,
    verified_on: found.verifiedOn,
    sessions: found.sessions,
    has_wallet: found.hasWallet,
    reset_in_unknown_browser_at: found.resetInUnknownBrowserAt?.toISOString() ?? null,
  }
}

/** @throws AppError not_found; conflict when nothing changes, or the account has ended */
export async function lockAccount({ accounts }: Deps, id: string, locked: boolean): Promise<void> {
  const change: Change = locked ? await accounts.lock({ id }) : await accounts.unlock({ id })
  if (change === 'unknown') throw new AppError('not_found')
  if (change !== 'done') throw new AppError('conflict')
}
