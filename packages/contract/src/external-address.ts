/** Schemes that a browser runs, reads or dials itself: neither a website nor a provider's app answers there. */
const CLOSED_SCHEMES = new Set(
  'javascript data vbscript blob file about filesystem view-source chrome ws wss ftp mailto tel sms'
    .split(' ')
    .map((scheme) => `${scheme}:`),
)

const protocolOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).protocol : undefined

/** True for an http or https address. */
export const isWebAddress = (address: string): boolean => /^https?:$/.test(protocolOf(address) ?? '')

/**
 * True for an address that a visitor may be sent to: a website, or an app by its own scheme. Registration checks it, and the page
 * before it leaves.
 */
export function isExternalUrl(address: string): boolean {
  const protocol = protocolOf(address)
  return protocol !== undefined && !CLOSED_SCHEMES.has(protocol)
}
