/** A website that may ask for proofs of age. */
export type Provider = { id: string; name: string }

export type ProviderSettings = Provider & {
  /** SHA-256 of each API key, hexadecimal. */
  apiKeySha256: string[]
  redirectUris: string[]
  webhook: { url: string; secret: string }
}

export type ProviderStore = {
  findByKey(keyHash: Buffer): Promise<Provider | undefined>
  /** Letter by letter on the provider's registered list. */
  isRegisteredRedirect(providerId: string, uri: string): Promise<boolean>
  /** Makes the stored provider what the settings say: name, keys, addresses, webhook. */
  put(settings: ProviderSettings): Promise<void>
}
