import type { Recovery } from '../../modules/recovery/index.ts'
import type { Handlers } from '../route.ts'

type RecoveryHandlers = Pick<Handlers, 'prechangePin' | 'recoverCode' | 'recoverVerify' | 'changePin'>

export const createRecoveryHandlers = (recovery: Recovery): RecoveryHandlers => ({
  prechangePin: async ({ body }) =>
    (await recovery.isKnown(body.phone)) ? { status: 200, data: { found: true } } : { status: 204, data: undefined },

  async recoverCode({ body }) {
    const sent = await recovery.sendCode(body.phone, body.language)
    return sent === undefined ? { status: 204, data: undefined } : { status: 200, data: sent }
  },

  recoverVerify: async ({ body }) => ({
    status: 200,
    data: { recoverPinToken: await recovery.confirmCode(body.pinId, body.code) },
  }),

  async changePin({ body }) {
    await recovery.changePin(body.phone, body.pin, body.recoverPinToken)
    return { status: 200, data: { changed: true } }
  },
})
