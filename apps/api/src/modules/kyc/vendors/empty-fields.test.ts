import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { onfido as ONFIDO } from './onfido.ts'
import type { VendorDeps } from './vendor.ts'
import { veriff as VERIFF } from './veriff.ts'

let body: object = {}
const vendor = createServer((_request, response) => void response.end(JSON.stringify(body)))
await new Promise<void>((resolve) => void vendor.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  vendor.closeAllConnections()
  vendor.close()
})

const deps = {
  access: { apiUrl: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`, account: 'a', secret: 's' },
  clock: () => new Date(),
} as VendorDeps
const known = { ref: 'ours', vendorRef: 'theirs', kept: {} }
const { signal } = new AbortController()

test.each([null, '', undefined])(
  'A vendor that leaves our reference out (%j) contradicts nothing, and another one does [KYC-47]',
  async (none) => {
    const declined = { status: 'MANUAL_REVIEW_REJECTED' }
    const veriff = (vendorData: unknown) => {
      body = {
        verification: {
          id: 'theirs',
          status: 'declined',
          vendorData,
          decisionTime: none,
          person: null,
          document: null,
        },
      }
      return VERIFF.create(deps).ask(known, signal)
    }
    const onfido = (customer_user_id: unknown) => {
      body = { id: 'theirs', status: 'declined', customer_user_id, updated_at: none }
      return ONFIDO.create(deps).ask(known, signal)
    }
    for (const ask of [veriff, onfido]) {
      expect(await ask(none)).toMatchObject(declined)
      expect(await ask('ours')).toMatchObject(declined)
      await expect(ask('another')).rejects.toThrow('another session')
    }
  },
)
