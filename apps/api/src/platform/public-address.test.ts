import { expect, test } from 'vitest'
import { createPublicLookup, isPublicAddress } from './public-address.ts'

test.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:2800:220:1::1', '2a00:1450:4001::1'])(
  'The address %s is public [PROV-16]',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '64:ff9b::a00:1',
  'fe80::1%eth0',
  'fc00::1',
  '2002:7f00:1::',
  'localhost',
  '2130706433',
])('The address "%s" is not public [PROV-16]', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

const lookedUp = (addresses: string[], all: boolean) =>
  new Promise((resolve) => {
    const lookup = createPublicLookup((_name, answer) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    )
    lookup('provider.example', { all }, (error, address) => resolve(error?.code ?? address))
  })

test('A name with public addresses resolves to them [PROV-16]', async () => {
  expect(await lookedUp(['8.8.8.8'], false)).toBe('8.8.8.8')
  expect(await lookedUp(['8.8.8.8', '2a00:1450::1'], true)).toHaveLength(2)
})

test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['2a00:1450::1', '::1']], [[]]])(
  'A name with the addresses %o is refused [PROV-16]',
  async (addresses) => {
    expect(await lookedUp(addresses, true)).toBe('private_address')
  },
)
