import { AppError } from '@avouch/contract'

/** The server could not be asked, or its answer could not be understood. What it refuses is an AppError instead. */
export type FailureKind = 'offline' | 'aborted' | 'unreadable'

const MESSAGES = {
  offline: 'The server could not be reached',
  aborted: 'The request was given up',
  unreadable: 'The answer could not be read',
} as const satisfies Record<FailureKind, string>

export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly kind: FailureKind
  /** The status and body of an unreadable answer. */
  readonly status: number | undefined
  readonly body: unknown

  constructor(kind: FailureKind, details: { status?: number; body?: unknown; cause?: unknown } = {}) {
    super(MESSAGES[kind], { cause: details.cause })
    this.kind = kind
    this.status = details.status
    this.body = details.body
  }
}

/** The status of a refusal, whatever its body says; undefined where nothing was answered. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof AppError || error instanceof CallFailure ? error.status : undefined

const MISSING = { user: 'User not found', kycStatus: 'Kyc status not found' } as const
export type Missing = keyof typeof MISSING

/** A success without a result: nothing has that name. */
export class NotFound extends Error {
  override readonly name = 'NotFound'
  readonly code = 'NOT_FOUND'
  readonly missing: Missing

  constructor(missing: Missing) {
    super(MISSING[missing])
    this.missing = missing
  }
}
