/** A part of a page that can be found. */
export type Entry = { id: string; page: string; title: string; text: string }

const BREAK = /(?=<h[23] id=")/
const HEADING = /^<h[23] id="(?<anchor>[^"]+)">(?<title>[\s\S]*?)<\/h[23]>/
const SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The words of markup. */
export const wordsOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (sign) => SIGNS[sign] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Each section of a page is found by itself. */
export function entriesOf(address: string, page: string, content: string): Entry[] {
  return content.split(BREAK).map((section) => {
    const { anchor, title = '' } = HEADING.exec(section)?.groups ?? {}
    const text = wordsOf(section.replace(HEADING, ''))
    return { id: anchor === undefined ? address : `${address}#${anchor}`, page, title: wordsOf(title), text }
  })
}
