import { wallet, walletDeposit, walletEntries } from '@avouch/contract'
import { sendPage } from '../../http/server.ts'
import type { Account } from './account.ts'
import type { AddRoute } from './visit.ts'
import { WalletPage } from './wallet-page.tsx'

export function addWalletRoutes({ get, account }: { get: AddRoute; account: Account }) {
  get('/app/wallet', async ({ request, reply, session, language }) => {
    const { cursor } = request.query as { cursor?: unknown }
    const query = typeof cursor === 'string' ? { cursor } : {}
    const { data: balance } = await account.call(session, wallet, {})
    const { data: deposit } = await account.call(session, walletDeposit, {})
    const { data: page } = await account.call(session, walletEntries, { query })
    const version = [page.data[0]?.id, balance.available, balance.reserved, deposit.open].join(' ')
    return sendPage(
      reply,
      <WalletPage {...{ language, balance, deposit, version }} entries={page.data} older={page.next_cursor} />,
    )
  })
}
