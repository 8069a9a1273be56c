import type { Deposits, Wallets } from '../../modules/wallet/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { wallets: Wallets; deposits: Deposits }
export const createWalletHandlers = ({ wallets, deposits }: Deps) =>
  ({
    wallet: async (_input, { session }) => ({ status: 200, data: await wallets.balance(session.accountId) }),

    walletEntries: async ({ query }, { session }) => ({
      status: 200,
      data: await wallets.entries(session.accountId, query),
    }),

    walletEntryReceipt: async ({ params }, { session }) => ({
      status: 200,
      data: await wallets.receipt(session.accountId, params.id),
    }),

    walletDeposit: async (_input, { session }) => ({
      status: 200,
      data: await wallets.depositInstructions(session.accountId),
    }),

    async bankCallback({ body }, _caller, request) {
      const received = await deposits.receive(String(request.headers['webhook-id']), body)
      request.log.info({ received }, 'bank payment reported')
      return { status: 200, data: { received: true } }
    },
  }) satisfies Partial<Handlers>
