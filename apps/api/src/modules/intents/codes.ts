const MINTID_BYTES = 16

/** The merchant intent code: derived from the id, so only its hash is stored and a repeated creation gives it again. */
export const createMerchantCodes =
  (mintidMac: (...parts: string[]) => Buffer) =>
  (id: string): string =>
    mintidMac('mintid', id).subarray(0, MINTID_BYTES).toString('base64url')
