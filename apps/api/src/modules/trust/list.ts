/** A trusted list that the settings name. */
export type TrustedListSetting = {
  url: string
  format: 'xml' | 'json'
  /** SHA-256 of the certificates that may sign it, as hex. Read when they are needed: those of the sandbox are made late. */
  signers: () => readonly string[]
  /** Types and statuses of the services that count. */
  serviceTypes: readonly string[]
  statuses: readonly string[]
  docTypes: readonly string[]
}

/** The contents of a list after its signature was verified. */
export type TrustedList = {
  sequence: number
  issuedAt: Date
  nextUpdate: Date
  /** The certificate that signed it. */
  signer: Buffer
  /** The number of entries that could not be read, and were skipped. */
  unreadable: number
  services: readonly { type: string; status: string; certificates: readonly Buffer[] }[]
}

/** A list that can't be accepted. The message is for the operator. */
export class ListRefused extends Error {
  override readonly name = 'ListRefused'
}

/** A list that could not be fetched, and may be soon. */
export class ListUnavailable extends ListRefused {
  readonly retryAfterMs: number

  constructor(problem: string, retryAfterMs = 0) {
    super(problem)
    this.retryAfterMs = retryAfterMs
  }
}

export function need<T>(value: T | null | undefined, problem: string): T {
  if (value === null || value === undefined) throw new ListRefused(problem)
  return value
}

/** @throws ListRefused if the condition is false */
export function check(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new ListRefused(problem)
}

/** @throws ListRefused for what is no moment */
export function readMoment(text: string, problem: string): Date {
  const moment = new Date(text)
  check(!Number.isNaN(moment.getTime()), problem)
  return moment
}
