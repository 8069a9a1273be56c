import type { FastifyServerOptions } from 'fastify'

export type LogSettings = {
  level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** Takes whole lines. */
  write: (line: string) => void
}

const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\bav(at|rt|rc|pk|dv|ln)_[A-Za-z0-9_.-]+/g, 'av$1_[redacted]'],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, 'whsec_[redacted]'],
  [/(mintid|tc|code|pin|password|phone|callback)=[^&\s"']+/gi, '$1=[redacted]'],
  [/("(?:mintid|tc|pin|password|phone|username|callback|text|secret)\\*"\s*:\s*\\*")[^"\\]+/gi, '$1[redacted]'],
  // Six digits are an SMS code; the codes of our errors are words, PostgreSQL's have five letters.
  [/("code\\*"\s*:\s*\\*")[0-9]{6}(?=\\*")/g, '$1[redacted]'],
  [/(\/(?:intents?|links|a)\/)[A-Za-z0-9_-]{16,128}/g, '$1[redacted]'],
  [/(?<![\w.:-])\+?[0-9]{8,15}(?![\w.:-])/g, '[number]'],
]

/** Takes tokens, secrets in addresses, and phone numbers out of a log line, wherever they got in. */
export const redact = (line: string): string =>
  SECRETS.reduce((text, [secret, mark]) => text.replaceAll(secret, mark), line)

/** JSON lines with the time as text; every line passes the redaction. */
export function loggerOptions({ level, write }: LogSettings): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { req: ({ method }: { method: string }) => ({ method }) },
    stream: { write: (line: string) => write(redact(line)) },
  }
}
