import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

/** Writes raw bytes and reads until the server closes the connection. */
function converse(text: string): Promise<{ answer: string; seconds: number }> {
  const begun = Date.now()
  const socket = connect(Number(new URL(the.api.baseUrl).port), '127.0.0.1')
  return new Promise((resolve, reject) => {
    let answer = ''
    socket.on('data', (part) => {
      answer += String(part)
    })
    socket.once('close', () => resolve({ answer, seconds: (Date.now() - begun) / 1_000 }))
    socket.once('error', reject)
    socket.write(text)
  })
}

// Two of them wait ten seconds for the server to lose its patience: together.
describe.concurrent('an incomplete request', () => {
  test.each([
    { what: 'a body that does not come', text: 'content-type: application/json\r\ncontent-length: 50\r\n\r\n{' },
    { what: 'a header that does not end', text: 'x-slow: ' },
  ])('An incomplete request with $what is cut off in time [X-02]', async ({ text }) => {
    const { answer, seconds } = await converse(`POST /auth/public/app/prelogin HTTP/1.1\r\nhost: a\r\n${text}`)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    // Ten seconds and the next check of timeouts; Node's default would be a minute.
    expect(seconds).toBeLessThan(30)
  })

  test.each([
    { what: 'no HTTP', text: '\x16\x03\x01\r\n\r\n', status: 400 },
    { what: 'headers without end', text: `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, status: 431 },
    { what: 'two hosts', text: 'GET / HTTP/1.1\r\nhost: a\r\nHost: a\r\nconnection: close\r\n\r\n', status: 400 },
    { what: 'no host', text: 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', status: 400 },
    { what: 'HTTP/2.0', text: 'GET / HTTP/2.0\r\nhost: a\r\nconnection: close\r\n\r\n', status: 400 },
    { what: 'HTTP/0.9', text: 'GET /health HTTP/0.9\r\nhost: a\r\n\r\n', status: 400 },
    { what: 'no version', text: 'GET /oidc/jwks\r\nhost: a\r\n\r\n', status: 400 },
    {
      what: 'two lengths',
      text: 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      status: 400,
    },
  ])(
    'A request with $what is refused with the usual headers and problem [X-08 X-18 ERR-09]',
    async ({ text, status }) => {
      const [head = '', body = ''] = (await converse(text)).answer.split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(head).toMatch(/^content-security-policy: default-src 'none'/im)
      expect(head).toMatch(/^x-content-type-options: nosniff/im)
      expect(head).toMatch(/^content-type: application\/problem\+json/im)
      expect(JSON.parse(body)).toMatchObject({ type: 'about:blank', status, code: 'invalid_request' })
    },
  )
})
