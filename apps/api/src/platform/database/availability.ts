import { AppError } from '@avouch/contract'

/**
 * The server is away, ending or not up yet, has no connection left, or has become a standby: SQLSTATE classes 08 and 57P, 53300,
 * 25006, and the socket's own words.
 */
const AWAY =
  /^(08...|57P0[1-5]|53300|25006|25P0[34]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
const AWAY_WITHOUT_CODE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered|Client was closed|Cannot use a pool)/
/** Codes of a statement that the server aborted, because it waited for a lock or took too long. */
const BUSY = /^(55P03|57014)$/
/** Codes of a server without disk or memory, which takes no writes. */
const NO_WRITES = /^(53(?!300)...|58030)$/

/** The database lacks disk or memory for what was asked. */
export const lacksRoom = (error: unknown): boolean => NO_WRITES.test((error as { code?: string }).code ?? '')

/** The driver waited for an answer until its limit. */
export const isSilence = (error: unknown): boolean => (error as Error).message === 'Query read timeout'

const SOON_SECONDS = 1
const LATER_SECONDS = 5

/** Answers a request about which nothing was decided: the caller may send it again. */
export class DatabaseUnavailable extends AppError {
  readonly isConnectionLost: boolean

  constructor(
    { retryAfter, isConnectionLost = false }: { retryAfter: number; isConnectionLost?: boolean },
    cause: unknown,
  ) {
    super('service_unavailable', { retry_after: retryAfter }, { cause })
    this.isConnectionLost = isConnectionLost
  }
}

/** Answers a call that got no connection: a refused role, password, name or certificate is an outage for it like a server that is away. */
export const unreachable = (error: unknown) =>
  new DatabaseUnavailable({ retryAfter: SOON_SECONDS, isConnectionLost: true }, error)

/** Turns the database's error into the caller's; another error stays what it is. */
export function unavailable(error: unknown): unknown {
  const { code = '', message } = error as { code?: string; message: string }
  if (AWAY.test(code) || AWAY_WITHOUT_CODE.test(message)) return unreachable(error)
  if (BUSY.test(code)) return new DatabaseUnavailable({ retryAfter: SOON_SECONDS }, error)
  if (lacksRoom(error)) return new DatabaseUnavailable({ retryAfter: LATER_SECONDS }, error)
  return error
}

/** Makes PostgreSQL's own error for a full disk, without asking an engine that would stop for good. */
export const noRoom = () => Object.assign(new Error('the disk of the embedded database has no room'), { code: '53100' })

/** Refuses a statement that this process may not send, because its clock is wrong. */
export const wrongClock = () =>
  new DatabaseUnavailable(
    { retryAfter: LATER_SECONDS, isConnectionLost: true },
    new Error("the machine's clock is wrong"),
  )

export const isConnectionLost = (error: unknown): error is DatabaseUnavailable =>
  error instanceof DatabaseUnavailable && error.isConnectionLost
