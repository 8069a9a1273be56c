/** The transaction code of a check: derived, so the same one can be given again; stored as a hash. */
export const transactionCode = (mac: (...parts: string[]) => Buffer, checkId: string): string =>
  mac('tc', checkId).toString('base64url')
