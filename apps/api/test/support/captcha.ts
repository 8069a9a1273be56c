import type { CaptchaAction, WorkChallenge } from '@avouch/contract'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { TestApi } from './test-api.ts'

export async function captchaChallenge(api: TestApi, action: CaptchaAction, cookie?: string): Promise<WorkChallenge> {
  const { data } = await api.client('captcha', { query: { action } }, { cookie })
  if (data.provider !== 'pow') throw new Error(`the captcha is ${data.provider}`)
  return data.challenge
}

export async function solvedChallenge(challenge: WorkChallenge) {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (solution === null) throw new Error('no solution was found')
  return { challenge, solution }
}

export const encodedAnswer = (answer: unknown): string => Buffer.from(JSON.stringify(answer)).toString('base64')

/** Computes what a browser sends after its proof of work. */
export const captchaAnswer = async (api: TestApi, action: CaptchaAction, cookie?: string): Promise<string> =>
  encodedAnswer(await solvedChallenge(await captchaChallenge(api, action, cookie)))
