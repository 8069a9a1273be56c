import { captcha, type CaptchaAction } from '@avouch/contract'
import { pbkdf2, solveChallenge } from 'altcha/lib'
import type { Phone, Product } from './product.ts'

/**
 * The work that a phone does before a call, unseen. A service of others can be answered in a browser only: then nothing
 * goes along, and the product says so.
 */
export async function captchaAnswer(
  product: Product,
  action: CaptchaAction,
  phone: Phone,
): Promise<string | undefined> {
  const { data: task } = await product(captcha, { query: { action } }, phone)
  if (task.provider !== 'pow') return undefined
  const { challenge } = task
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
