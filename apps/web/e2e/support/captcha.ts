import { captcha, type CaptchaAction, type CaptchaTask } from '@avouch/contract'
import type { APIRequestContext } from '@playwright/test'
import { pbkdf2, solveChallenge } from 'altcha/lib'
import type { Addresses } from './world.ts'

/** An answer as the page would send it, found with the library of the browser. */
export async function captchaAnswer(
  request: APIRequestContext,
  { product }: Addresses,
  action: CaptchaAction,
): Promise<string> {
  const answer = await request.get(`${product}${captcha.path}`, { params: { action } })
  const task = (await answer.json()) as CaptchaTask
  if (task.provider === 'off') return ''
  if (task.provider !== 'pow') throw new Error(`tests can't answer ${task.provider}`)
  const { challenge } = task
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
