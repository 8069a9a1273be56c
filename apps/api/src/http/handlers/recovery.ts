import { AppError } from '@avouch/contract'
import type { Device } from '../../platform/device.ts'
import type { SignIn } from '../../modules/sign-in/index.ts'
import type { Handlers } from '../route.ts'

/** @throws AppError required, wrong_verification */
function numberOf(
  identification: SignIn['identification'],
  given: { phone?: string | undefined; identificationToken?: string | undefined },
  device: Device,
): string {
  if (given.identificationToken !== undefined) {
    const { type, number } = identification.open(given.identificationToken, device)
    if (type !== 'RESET_PIN') throw new AppError('wrong_verification')
    return number.slice(1)
  }
  if (given.phone !== undefined) return given.phone
  throw new AppError('required', { errors: [{ field: 'phone', code: 'required' }] })
}

export const createRecoveryHandlers = ({ identification, pinReset, pinChange }: SignIn) =>
  ({
    prechangePin: async ({ body }, _caller, { client }) =>
      (await pinReset.isKnown(body.phone, client))
        ? { status: 200, data: { found: true } }
        : { status: 204, data: undefined },

    async recoverCode({ body }, _caller, { client, device, deviceFromNow }) {
      const phone = numberOf(identification, body, device)
      const sent = await pinReset.request(phone, body.language, client)
      if (sent === undefined) return { status: 204, data: undefined }
      return { status: 200, data: identification.addTo(sent, { type: 'RESET_PIN', phone }, deviceFromNow) }
    },

    recoverDelivery: async ({ params }) => ({ status: 200, data: await pinReset.deliveryOf(params.id) }),

    recoverVerify: async ({ body }, _caller, { device }) => ({
      status: 200,
      data: { recoverPinToken: await pinReset.confirm(body.pinId, body.code, device) },
    }),

    async changePin({ body }, _caller, { client, device }) {
      const session = await pinChange.change({ ...body, phone: numberOf(identification, body, device) }, client)
      return { status: 200, data: { changed: true, ...(session && { session }) } }
    },
  }) satisfies Partial<Handlers>
