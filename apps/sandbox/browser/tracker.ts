/** Stands in for Matomo's script: works off the queue of commands, and throws at a command that it does not know. */
type Command = readonly [name: string, ...rest: unknown[]]

const VISITOR_BYTES = 8
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const visitor = hex(crypto.getRandomValues(new Uint8Array(VISITOR_BYTES)))

const known = {
  endpoint: '',
  site: '',
  url: location.href,
  title: document.title,
  referrer: document.referrer,
  domains: '',
  cookies: '1',
}

function send(fields: Readonly<Record<string, string>>) {
  const { endpoint, site, url, title, referrer, domains, cookies } = known
  const body = new URLSearchParams({
    rec: '1',
    apiv: '1',
    idsite: site,
    url,
    urlref: referrer,
    action_name: title,
    _id: visitor,
    cookie: cookies,
    domains,
    res: `${screen.width}x${screen.height}`,
    ...fields,
  })
  navigator.sendBeacon(endpoint, body)
}

const SETTERS: Readonly<Record<string, keyof typeof known>> = {
  setTrackerUrl: 'endpoint',
  setSiteId: 'site',
  setCustomUrl: 'url',
  setDocumentTitle: 'title',
  setReferrerUrl: 'referrer',
  setDomains: 'domains',
}

function obey([name, ...rest]: Command) {
  const field = SETTERS[name]
  const [category = '', action = ''] = rest.map(String)
  if (field !== undefined) known[field] = rest.join(',')
  else if (name === 'disableCookies') known.cookies = '0'
  else if (name === 'trackPageView') send({})
  else if (name === 'trackEvent') send({ ca: '1', e_c: category, e_a: action })
  else if (name !== 'alwaysUseSendBeacon') throw new Error(`the sandbox's tracker does not know ${name}`)
}

const target = window as unknown as { _paq?: Command[] | { push: typeof obey } }
const waiting: readonly Command[] = Array.isArray(target._paq) ? target._paq : []
target._paq = { push: obey }
for (const command of waiting) obey(command)
