import type { Env } from './env.ts'
import type { SandboxCredentials } from './sandbox.ts'
import { StartupError } from '../platform/startup-error.ts'

const SANDBOX_RETURNS_URL = 'http://localhost:3003/bank/returns'

/** The bank that wallets are topped up by. In production there may be none: then nothing comes in. */
export function bankOf(env: Env, sandbox: SandboxCredentials | undefined) {
  const {
    BANK_RETURNS_URL: returnsUrl = sandbox && SANDBOX_RETURNS_URL,
    BANK_CALLBACK_SECRET: callbackSecret = sandbox?.bank.callbackSecret,
    BANK_TOKEN: token = sandbox?.bank.token,
  } = env
  const given = [returnsUrl, callbackSecret, token].filter((setting) => setting !== undefined).length
  if (given !== 0 && given !== 3)
    throw new StartupError('A bank needs the settings BANK_RETURNS_URL, BANK_CALLBACK_SECRET and BANK_TOKEN.')
  return {
    returnsUrl,
    token: token ?? '',
    callbackSecrets: [callbackSecret, env.BANK_CALLBACK_SECRET_OLD].filter((secret) => secret !== undefined),
    iban: env.BANK_IBAN ?? null,
    accountHolder: env.BANK_ACCOUNT_HOLDER ?? null,
  }
}
