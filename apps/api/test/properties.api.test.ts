import { describe, expect, test } from 'vitest'
import { beginCheck, confirmCode, createIntent, otherThan, refresh, report, signUp } from './support/builders.ts'
import { useTestApi } from './support/use-test-api.ts'
import { send } from './support/wire.ts'

const the = useTestApi({ LOG_LEVEL: 'debug' })

describe('P-06 the log', () => {
  test('P-06 never holds a PIN, code, token, number or merchant intent code, after a journey and after its errors', async () => {
    const begun = await signUp(the.api)
    await confirmCode(the.api, { ...begun, code: otherThan(begun.code) }).catch(() => {})
    const tokens = await confirmCode(the.api, begun)
    const renewed = await refresh(the.api, tokens.refresh_token)
    const intent = await createIntent(the.api)
    const bearer = renewed.access_token
    const { code: tc } = await beginCheck(the.api, bearer, { mintid: intent.mintid })
    await report(the.api, tc, 'COMPLETED')
    await the.api.client(
      'confirmIntent',
      { params: { id: intent.mintid }, body: { callback: 'https://evil.example/x' } },
      { bearer },
    )
    await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
    const { data: read } = await the.api.client(
      'readIntent',
      { params: { id: intent.id } },
      { bearer: the.api.credentials.provider.apiKey },
    )

    the.api.world.answers.sms.status = 500
    await the.api.client('prelogin', { body: { phone: begun.number, pin: begun.pin } }).catch(() => {})
    the.api.world.answers.sms.status = 202
    await send(the.api, 'GET', `/api/idcheck/intent/${intent.mintid}/nothing?phone=${begun.number}&code=${begun.code}`)
    await send(the.api, 'GET', `/%?mintid=${intent.mintid}`)
    await send(the.api, 'POST', '/auth/public/app/prelogin', {
      headers: { 'content-type': 'application/json' },
      body: `{"phone":"${begun.number}","pin":"${begun.pin}"`,
    })

    const log = the.api.log.join('')
    expect(log).toContain('"route":"/api/idcheck/intent/:id/confirm"')
    expect(log).toContain('sms not sent')
    const secrets = {
      number: begun.number.slice(1),
      'sms code': `"${begun.code}"`,
      pin: `"${begun.pin}"`,
      'pre-confirmation token': begun.bearer,
      'access token': tokens.access_token,
      'refresh token': tokens.refresh_token,
      'renewed access token': renewed.access_token,
      'renewed refresh token': renewed.refresh_token,
      'sign-in': begun.pinId,
      'merchant intent code': intent.mintid,
      'transaction code': tc,
      verdict: read.verdict ?? 'there is none',
      'api key': the.api.credentials.provider.apiKey,
      'webhook secret': the.api.credentials.provider.webhookSecret,
      callback: 'evil.example',
    }
    const leaked = Object.entries(secrets).filter(([, secret]) => log.includes(secret))
    expect(leaked.map(([name]) => name)).toEqual([])
    for (const text of [begun.code, begun.pin]) expect(log.split(/[^0-9]/)).not.toContain(text)
  })
})
