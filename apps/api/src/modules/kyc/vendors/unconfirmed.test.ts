import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { VENDORS } from './index.ts'

test('The page for operators names what nobody has confirmed about a vendor [KYC-43]', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../../../docs/operating/identity.md'), 'utf8')
  for (const { unconfirmed } of Object.values(VENDORS))
    for (const one of unconfirmed) expect(page).toContain(`\n- ${one}\n`)
})
