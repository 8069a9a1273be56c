import type { Captcha } from '../../modules/captcha/index.ts'
import type { Handlers } from '../route.ts'

export const createCaptchaHandlers = ({ task }: Pick<Captcha, 'task'>): Pick<Handlers, 'captcha'> => ({
  captcha: async ({ query }, _caller, { client }) => ({ status: 200, data: await task(query.action, client) }),
})
