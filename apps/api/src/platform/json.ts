/** Parses without an error, whose words would quote what was parsed. @returns undefined for what is no JSON */
export function jsonOf(text: string | Buffer): unknown {
  try {
    // Editors of Windows begin a file with U+FEFF.
    return JSON.parse(String(text).replace(/^\uFEFF/, ''))
  } catch {
    // No JSON.
    return undefined
  }
}
