/** Removes characters that no one sees, and resolves escapes that were escaped once more. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll(/\p{Cf}/gu, '')
  } catch {
    // URIError: a "%" that begins no escape.
    return text.replaceAll(/\p{Cf}/gu, '')
  }
}

/** A code without what surrounds it in a message; a text without a code stays as it is. */
export const codeIn = (text: string): string => /^[^\w-]*([\w-]{16,128})(?![\w-])/.exec(unescaped(text))?.[1] ?? text
