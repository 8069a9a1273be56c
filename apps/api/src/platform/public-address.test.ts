import { expect, test } from 'vitest'
import { createPublicLookup, isPublicAddress } from './public-address.ts'

test.each([
  '93.184.216.34',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:2800:220:1::1',
  '2a00:1450:4001::1',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '64:ff9b::808:808',
  '64:ff9b:1::8.8.8.8',
  '2002:808:808::1',
  // Teredo: 8.8.8.8, each bit inverted.
  '2001:0:a00:1:8000:1234:f7f7:f7f7',
])('The address %s is public [PROV-16]', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

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
  '::ffff:0:10.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::10.0.0.1',
  // A local prefix of another length: the same bytes mean 10.0.0.1 to a translator.
  '64:ff9b:1:a00:0:100:808:808',
  'fe80::1%eth0',
  'fc00::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::8.8.8.8',
  '2001:0:808:808:8000:1234:f5ff:fffe',
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

test.each([
  [['127.0.0.1']],
  [['8.8.8.8', '10.0.0.1']],
  [['2a00:1450::1', '::1']],
  [['64:ff9b::8.8.8.8', '64:ff9b::10.0.0.1']],
  [[]],
])('A name with the addresses %o is refused [PROV-16]', async (addresses) => {
  expect(await lookedUp(addresses, true)).toBe('private_address')
})
