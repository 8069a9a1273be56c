import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSandbox, type SandboxCredentials } from '../../src/config/sandbox.ts'

/** The partners' credentials, created where the server will look for them. */
export const readSandboxFile = (dataDir: string): SandboxCredentials =>
  readSandbox(join(dataDir, 'keys', 'sandbox.json'))

export const SECOND_WEBHOOK = '/webhooks/museum'

export const makeSecondProvider = () => ({
  id: 'museum',
  apiKey: `avpk_test_${randomBytes(32).toString('base64url')}`,
  webhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
})

/** The operator's list of providers, with one; @returns its path */
export function writeSecondProvider(dataDir: string, provider: ReturnType<typeof makeSecondProvider>, url: string) {
  const entry = {
    id: provider.id,
    name: 'Museum der Nacht',
    apiKeySha256: [createHash('sha256').update(provider.apiKey).digest('hex')],
    redirectUris: [`${url}/museum/return`, `${url}/museum/other`],
    webhook: { url: `${url}${SECOND_WEBHOOK}`, secret: provider.webhookSecret },
  }
  const path = join(dataDir, 'providers.json')
  writeFileSync(path, JSON.stringify([entry]), { mode: 0o600 })
  return path
}
