/** Parses JSON. @returns undefined for other text: an error would quote it */
export function jsonOf(text: string | Buffer): unknown {
  try {
    // Editors of Windows begin a file with U+FEFF.
    return JSON.parse(String(text).replace(/^\uFEFF/, ''))
  } catch {
    // No JSON.
    return undefined
  }
}
