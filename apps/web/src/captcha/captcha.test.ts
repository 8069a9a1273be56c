import { AppError } from '@avouch/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { prepareCaptcha, withCaptcha } from './captcha.ts'

const { call, work } = vi.hoisted(() => ({
  call: vi.fn<(endpoint: unknown, input: unknown) => Promise<{ data: unknown }>>(),
  work: vi.fn<(challenge: string) => Promise<string>>(),
}))
vi.mock('#api/api.ts', () => ({ call }))
vi.mock('./proof-of-work.ts', () => ({ work }))

/** The n-th challenge is solved by "answer n". */
beforeEach(() => {
  let challenges = 0
  call.mockReset().mockImplementation(async () => {
    challenges += 1
    return { data: { provider: 'pow', challenge: challenges, expires_in: 300 } }
  })
  work.mockReset().mockImplementation(async (challenge) => `answer ${challenge}`)
})

describe('the captcha of a form', () => {
  test('The captcha answer that was begun is sent, once [CAPTCHA-05]', async () => {
    prepareCaptcha('signup')
    prepareCaptcha('signup')
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1))
    const request = vi.fn<(answer: string) => Promise<void>>(async () => {})
    await withCaptcha('signup', request)
    await withCaptcha('signup', request)
    expect(request.mock.calls).toEqual([['answer 1'], ['answer 2']])
  })

  test('A captcha answer that is about to expire is not sent [CAPTCHA-03]', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    prepareCaptcha('signup')
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1))
    now.mockReturnValue(271_000)
    await expect(withCaptcha('signup', async (answer) => answer)).resolves.toBe('answer 2')
    now.mockRestore()
  })

  test('A captcha answer that the server does not take is replaced once [CAPTCHA-05]', async () => {
    const request = vi.fn<(answer: string) => Promise<string>>(() => Promise.reject(new AppError('captcha_failed')))
    await expect(withCaptcha('recover', request)).rejects.toMatchObject({ code: 'captcha_failed' })
    expect(request.mock.calls).toEqual([['answer 1'], ['answer 2']])
  })

  test('A refusal for another reason than the captcha is not asked again [CAPTCHA-05]', async () => {
    const request = vi.fn<() => Promise<string>>(() => Promise.reject(new AppError('wrong_login_info')))
    await expect(withCaptcha('prelogin', request)).rejects.toMatchObject({ code: 'wrong_login_info' })
    expect(request).toHaveBeenCalledTimes(1)
  })

  test('Captcha work that failed during typing is tried again before sending [CAPTCHA-05]', async () => {
    call.mockRejectedValueOnce(new TypeError('offline'))
    prepareCaptcha('signup')
    await expect(withCaptcha('signup', async (answer) => answer)).resolves.toBe('answer 1')
  })

  test('Without a captcha no work is done, and an empty answer is sent [CAPTCHA-06]', async () => {
    call.mockResolvedValue({ data: { provider: 'off' } })
    prepareCaptcha('signup')
    await expect(withCaptcha('signup', async (answer) => answer)).resolves.toBe('')
    expect(work).not.toHaveBeenCalled()
  })
})
