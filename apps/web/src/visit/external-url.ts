const OWN_SCHEMES = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'about:', 'filesystem:']

const parse = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined)

export function isWebAddress(address: string): boolean {
  const protocol = parse(address)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}

/** A provider's app may have a scheme of its own; nothing that runs in our page is one. */
export function isExternalUrl(address: string): boolean {
  const protocol = parse(address)?.protocol
  return protocol !== undefined && !OWN_SCHEMES.includes(protocol)
}
