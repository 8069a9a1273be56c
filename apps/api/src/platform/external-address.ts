/** Schemes that a browser runs or reads itself. */
const BROWSER_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'])
const MAX_LENGTH = 2_048
const WHITE_OR_CONTROL = /[\s\p{Cc}\\]/u

function parsed(address: string): URL | undefined {
  if (address.length > MAX_LENGTH || WHITE_OR_CONTROL.test(address)) return undefined
  return URL.parse(address) ?? undefined
}

const hasUserInfo = ({ username, password }: URL) => username !== '' || password !== ''

/** Whether visitors may be sent there: a web address, or one of the provider's own app, without user info. */
export function isReturnAddress(address: string): boolean {
  const url = parsed(address)
  return url !== undefined && !BROWSER_SCHEMES.has(url.protocol) && !hasUserInfo(url)
}

/** Whether events may be sent there: http or https, without user info. */
export function isWebhookAddress(address: string): boolean {
  const url = parsed(address)
  return url !== undefined && /^https?:$/.test(url.protocol) && !hasUserInfo(url)
}

/** Anything but plain HTTP, which can be read and changed on the way. In production nothing else is used by live requests. */
export const isProtected = (address: string): boolean => URL.parse(address)?.protocol !== 'http:'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The browser's own machine (RFC 8252, 7.3): what is sent there crosses no network. A developer's website is there. */
export const isLoopback = (address: string): boolean => LOOPBACK.has(URL.parse(address)?.hostname ?? '')
