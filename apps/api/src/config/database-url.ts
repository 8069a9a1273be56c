import * as z from 'zod'

const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?@]+)(.*)$/
const one = z.url({ protocol: /^postgres(ql)?$/ })
/** We write to it: a server that only reads is of no use. */
const SESSION_ATTRS = ['read-write', 'primary']

/** postgres://user@one:5432,two:5432/name?target_session_attrs=read-write: an address for each of the servers. */
function urlsOf(text: string): string[] {
  const [, before = '', hosts = '', after = ''] = SEVERAL.exec(text) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

export const databaseUrlSetting = z.string().transform((text, context): string[] => {
  const urls = urlsOf(text)
  const wrong = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  if (!urls.every((url) => one.safeParse(url).success)) return wrong('expected postgres://user:password@host:port/name')
  const attrs = urls.map((url) => new URL(url).searchParams.get('target_session_attrs') ?? 'read-write')
  if (!attrs.every((wish) => SESSION_ATTRS.includes(wish)))
    return wrong('its target_session_attrs has to be read-write')
  return urls
})
