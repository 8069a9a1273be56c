import { accessSync, constants } from 'node:fs'
import { isIP } from 'node:net'
import * as z from 'zod'

const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?@]+)(.*)$/
const one = z.url({ protocol: /^postgres(ql)?$/ })
/** We write to it: a server that only reads is of no use. */
const SESSION_ATTRS = ['read-write', 'primary']
/** Plain, or with verified certificate and name: the modes in between stop no active attacker. */
const SSL_MODES = ['disable', 'verify-full']
const VERIFIED = 'verify-full'
const CERTIFICATE_FILES = ['sslrootcert', 'sslcert', 'sslkey']
/** Parameters that would override sslmode. */
const OTHER_SSL_SETTINGS = ['ssl', 'uselibpqcompat', 'sslnegotiation']
const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]', ''])

/** postgres://user@one:5432,two:5432/name?target_session_attrs=read-write: an address for each of the servers. */
function urlsOf(text: string): string[] {
  const [, before = '', hosts = '', after = ''] = SEVERAL.exec(text) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    // No such file, or no right to read it.
    return false
  }
}

const PARTS = /^postgres(?:ql)?:\/\/(?<authority>[^/?#]*)(?<rest>.*)$/s
const ENCODE = 'percent-encode the user name and the password in it: # as %23, / as %2F, ? as %3F, @ as %40, % as %25'

/** Decodes it as the driver does: `%e4` alone is no letter in UTF-8. */
function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    // URIError
    return false
  }
}

/** Characters of a password that end it too early: the rest would be taken for a server, a name, or for nothing. */
function isCutShort(text: string): boolean {
  const { authority = '', rest = '' } = PARTS.exec(text)?.groups ?? {}
  return text.includes('#') || rest.includes('@') || authority.split('@').length > 2 || !isEncoded(authority + rest)
}

/** Finds what is wrong with an address; never names its password. */
function problemOf({ hostname, searchParams: given }: URL): string | undefined {
  if (!SESSION_ATTRS.includes(given.get('target_session_attrs') ?? 'read-write'))
    return 'its target_session_attrs has to be read-write'
  const mode = given.get('sslmode')
  const other = OTHER_SSL_SETTINGS.find((name) => given.has(name))
  if (other !== undefined) return `instead of ${other} it has to say sslmode=${VERIFIED}`
  if (mode !== null && !SSL_MODES.includes(mode)) return `its sslmode has to be ${VERIFIED} or disable`
  const files = CERTIFICATE_FILES.filter((name) => given.has(name))
  if (mode !== VERIFIED) return files.length === 0 ? undefined : `its ${files[0]} needs sslmode=${VERIFIED}`
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return `sslmode=${VERIFIED} needs the names of the servers, not addresses`
  const missing = files.find((name) => !isReadable(given.get(name) ?? ''))
  return missing && `the file of its ${missing} can't be read`
}

export const databaseUrlSetting = z.string().transform((text, context): string[] => {
  const urls = urlsOf(text)
  const wrong = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  if (isCutShort(text)) return wrong(ENCODE)
  if (!urls.every((url) => one.safeParse(url).success)) return wrong('expected postgres://user:password@host:port/name')
  const problem = urls.map((url) => problemOf(new URL(url))).find((found) => found !== undefined)
  return problem === undefined ? urls : wrong(problem)
})

/** True if connections are encrypted, or do not leave the machine. */
export const areProtected = (urls: readonly string[]): boolean =>
  urls.every((text) => {
    const { hostname, searchParams } = new URL(text)
    return OWN_MACHINE.has(hostname) || searchParams.get('sslmode') === VERIFIED
  })
