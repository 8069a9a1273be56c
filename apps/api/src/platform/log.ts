export type LogSettings = {
  level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** The process's name among all of them. */
  node: string
  /** Takes whole lines. */
  write: (line: string) => void
}

/** Logs that something happened that the operator has to know. */
export type Warn = (event: string, details?: object) => void

/** One word for a log line: never the message, which may hold values. */
export function kindOf(error: Error & { code?: unknown }): string {
  if (error instanceof AggregateError) return [...new Set((error.errors as Error[]).map(kindOf))].join()
  const { code = error.code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bav(at|rt|rc|pk|dv|dl|ln|cs)_[A-Za-z0-9_.-]+/g, 'av$1_[redacted]'],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, 'whsec_[redacted]'],
  [/(mintid|tc|code|pin|password|phone|callback)=[^&\s"']+/gi, '$1=[redacted]'],
  [/("(?:mintid|tc|pin|password|phone|username|callback|text|secret)\\*"\s*:\s*\\*")[^"\\]+/gi, '$1[redacted]'],
  // An SMS code is six digits, or twelve characters without I, L, O and U, of which codes of errors have at least one.
  [/("code\\*"\s*:\s*\\*")(?:[0-9]{6}|(?:[0-9A-HJKMNP-TV-Z]{4}-?){3})(?=\\*")/gi, '$1[redacted]'],
  [/(\/(?:intents?|links|a)\/)[A-Za-z0-9_-]{16,128}/g, '$1[redacted]'],
  [/(?<![\w.:-])\+?[0-9]{8,15}(?![\w.:-])/g, '[number]'],
]

/** Takes tokens, secrets in addresses, and phone numbers out of a log line, wherever they got in. */
export const redact = (line: string): string =>
  SECRETS.reduce((text, [secret, mark]) => text.replaceAll(secret, mark), line)

const WARNED_AT: ReadonlySet<LogSettings['level']> = new Set(['warn', 'info', 'debug'])

/**
 * Logs warnings outside of a request, in the form of a request's lines, with the id of the request that caused them. Leaves the id out
 * where the line names a provider: with it the audit trail would tell who visited that website.
 */
export function createWarn({ level, node, write }: LogSettings, requestId: () => string | undefined): Warn {
  if (!WARNED_AT.has(level)) return () => {}
  return (event, details = {}) => {
    const reqId = 'provider' in details ? undefined : requestId()
    const time = new Date().toISOString()
    write(redact(`${JSON.stringify({ level: 'warn', time, node, ...(reqId && { reqId }), event, ...details })}\n`))
  }
}
