import { readFileSync, statSync } from 'node:fs'
import { StartupError } from '../platform/startup-error.ts'

/** Settings that hold a secret. Each may be in a file, which the same name with _FILE names. */
const SECRET_SETTINGS = [
  'DATABASE_URL',
  'IDENTITY_CALLBACK_SECRET',
  'IDENTITY_CALLBACK_SECRET_OLD',
  'IDENTITY_TOKEN',
  'IDENTITY_SECRET',
  'IDENTITY_REPORT_SECRET',
  'IDENTITY_REPORT_SECRET_OLD',
  'IDENTITY_SECRET_2',
  'IDENTITY_REPORT_SECRET_2',
  'IDENTITY_REPORT_SECRET_OLD_2',
  'BANK_CALLBACK_SECRET',
  'BANK_CALLBACK_SECRET_OLD',
  'BANK_TOKEN',
  'SMS_TOKEN',
  'SMS_TOKEN_2',
  'SMS_REPORT_SECRET',
  'SMS_REPORT_SECRET_2',
  'CAPTCHA_SECRET',
] as const

const READABLE_BY_ALL = 0o004

/** A secret file that every user of the machine can read. */
export type OpenSecretFile = { setting: string; path: string }

/** A line break at its end belongs to the file, not to the secret. */
function readSecret(setting: string, path: string): { secret: string; isOpen: boolean } {
  try {
    return {
      secret: readFileSync(path, 'utf8').replace(/\r?\n$/, ''),
      isOpen: (statSync(path).mode & READABLE_BY_ALL) !== 0,
    }
  } catch (error) {
    throw new StartupError(`The file ${path} (${setting}) can't be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

/**
 * The settings with the secrets that are in files.
 * @throws StartupError for a setting that is given in both ways, and for a file that can't be read or is empty
 */
export function withSecretFiles(given: Readonly<Record<string, string | undefined>>) {
  const variables = { ...given }
  const openFiles: OpenSecretFile[] = []
  for (const name of SECRET_SETTINGS) {
    const setting = `${name}_FILE`
    const path = given[setting]
    if (path === undefined) continue
    if (given[name] !== undefined)
      throw new StartupError(`The settings ${name} and ${setting} are both given: leave one of them out.`)
    const { secret, isOpen } = readSecret(setting, path)
    if (secret === '') throw new StartupError(`The file ${path} (${setting}) is empty.`)
    variables[name] = secret
    if (isOpen) openFiles.push({ setting, path })
  }
  return { variables, openFiles }
}
