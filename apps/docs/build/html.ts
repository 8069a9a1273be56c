/** Markup that was built here, so that it is not escaped again. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
export type { Markup }

type Part = string | number | Markup | undefined | false | readonly Part[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeText = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)

function write(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  return typeof part === 'object' ? part.map(write).join('') : escapeText(String(part))
}

/** Markup of a template; what is put into it is text unless it is markup itself. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Markup =>
  new Markup(strings.map((text, at) => text + write(parts[at])).join(''))

/** Markup that a library wrote. */
export const markup = (text: string): Markup => new Markup(text)
