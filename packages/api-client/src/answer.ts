import { AppError, type Endpoint, isErrorCode, kycStatus, oauthError, problem } from '@avouch/contract'
import { CallFailure, type Missing, NotFound } from './failures.ts'

/** Successes that may come without a body although one is declared, and what that means. */
const EMPTY_ANSWERS = new Map<string, Missing>([[kycStatus.path, 'kycStatus']])

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new CallFailure('offline', { cause })
  })
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new CallFailure('unreadable', { status: response.status, body: text, cause })
  }
}

/** The error that the server threw, or what is left of it. */
function refusalOf(endpoint: Endpoint, status: number, body: unknown): Error {
  if (endpoint.errorFormat === 'oauth') {
    const { success, data } = oauthError.safeParse(body)
    if (success && isErrorCode(data.error)) return new AppError(data.error)
  }
  const { success, data } = problem.safeParse(body)
  if (!success) return new CallFailure('unreadable', { status, body })
  return new AppError(data.code, data)
}

/** The declared answer, parsed; anything else is thrown. */
export async function readAnswer(endpoint: Endpoint, response: Response): Promise<{ status: number; data: unknown }> {
  const { status } = response
  const body = await readBody(response)
  if (!response.ok) throw refusalOf(endpoint, status, body)

  const schema = endpoint.answers[status]
  if (schema === undefined) throw new CallFailure('unreadable', { status, body })
  if (schema === null) return { status, data: undefined }

  const emptyMeans = EMPTY_ANSWERS.get(endpoint.path)
  if (body === undefined && emptyMeans !== undefined) throw new NotFound(emptyMeans)
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new CallFailure('unreadable', { status, body, cause: parsed.error })
  return { status, data: parsed.data }
}
