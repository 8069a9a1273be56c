import { describe, expect, test } from 'vitest'
import { addressOf, UNKNOWN_ADDRESS } from './client.ts'

describe('the address of a caller', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['::ffff:cb00:7107', '203.0.113.7', '203.0.113.0/24'],
    ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:DB8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ])('X-03 LIMIT-02 %s is %s in %s', (ip, host, network) => {
    expect(addressOf(ip)).toEqual({ host, network })
  })

  test.each([undefined, '', 'unknown', '203.0.113.7:443', '203.0.113', '[::1]', '1', '203.0.113.7, 198.51.100.1'])(
    'X-03 LIMIT-02 %j is unknown, and all unknown addresses count as one',
    (ip) => {
      expect(addressOf(ip)).toBe(UNKNOWN_ADDRESS)
    },
  )
})
