import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { UNCONFIRMED } from './index.ts'

test('The page for operators names what nobody has confirmed about a vendor [KYC-43]', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../../../docs/operating/identity.md'), 'utf8')
  for (const list of Object.values(UNCONFIRMED)) for (const one of list) expect(page).toContain(`\n- ${one}\n`)
})
