import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const complete = {
  provider: { id: 'kino-aurora', liveKey: 'avpk_live_key', webhookSecret: secret },
  shop: { clientId: 'client', clientSecret: 'secret' },
  identityCheck: { callbackSecret: secret, token: 'a-token-of-the-tests' },
  sms: { token: 'sixteen-or-longer' },
  bank: { callbackSecret: 'whsec_of-the-bank-1', token: 'sixteen-or-longer' },
}

function credentialsFile(content: string) {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  const path = join(folder, 'sandbox.json')
  writeFileSync(path, content)
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test.each(['{', '{}', JSON.stringify({ ...complete, sms: { token: 'short' } })])(
  'Unusable credentials %j are refused without being shown',
  (content) => {
    using file = credentialsFile(content)
    const read = () => readConfig({ SANDBOX_CREDENTIALS: file.path })
    expect(read).toThrow(/^SANDBOX_CREDENTIALS[^\n]*$/)
    expect(read).not.toThrow(/avpk_live_key|whsec_/)
  },
)
