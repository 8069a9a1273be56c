/** Schemes that a browser runs, reads or dials itself: neither a website nor a provider's app answers there. */
const CLOSED_SCHEMES = new Set(
  'javascript data vbscript blob file about filesystem view-source chrome ws wss ftp mailto tel sms'
    .split(' ')
    .map((scheme) => `${scheme}:`),
)

const protocolOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).protocol : undefined

/** Tells that http or https leads there. */
export const isWebAddress = (address: string): boolean => /^https?:$/.test(protocolOf(address) ?? '')

/**
 * Tells that a visitor may be sent there: a website, or an app by a scheme of its own. Registration asks it, and the page
 * before it leaves.
 */
export function isExternalUrl(address: string): boolean {
  const protocol = protocolOf(address)
  return protocol !== undefined && !CLOSED_SCHEMES.has(protocol)
}
