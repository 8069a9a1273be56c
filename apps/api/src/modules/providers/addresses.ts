const RUN_OR_READ_BY_BROWSERS = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:'])
const MAX_LENGTH = 2_048
const WHITE_OR_CONTROL = /[\s\p{Cc}\\]/u

function parsed(address: string): URL | undefined {
  if (address.length > MAX_LENGTH || WHITE_OR_CONTROL.test(address)) return undefined
  return URL.parse(address) ?? undefined
}

const hasUserInfo = ({ username, password }: URL) => username !== '' || password !== ''

/** A web address, or one of the provider's own app. Nothing that a browser would run or read. */
export function isReturnAddress(address: string): boolean {
  const url = parsed(address)
  return url !== undefined && !RUN_OR_READ_BY_BROWSERS.has(url.protocol) && !hasUserInfo(url)
}

/** Where events may be sent. */
export function isWebhookAddress(address: string): boolean {
  const url = parsed(address)
  return url !== undefined && /^https?:$/.test(url.protocol) && !hasUserInfo(url)
}

/** On the way nobody may read along or change the address. Production registers nothing else. */
export const isProtected = (address: string): boolean => URL.parse(address)?.protocol !== 'http:'
