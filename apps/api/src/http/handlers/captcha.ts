import type { Captcha } from '../../modules/captcha/index.ts'
import type { Handlers } from '../route.ts'

export const createCaptchaHandlers = (captcha: Captcha) =>
  ({
    captcha: async ({ query }, _caller, { client }) => ({
      status: 200,
      data: await captcha.task(query.action, client),
    }),
  }) satisfies Partial<Handlers>
