import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import xml from 'highlight.js/lib/languages/xml'
import { html, type Markup, markup } from './html.ts'

/** The words behind the three backticks: the grammar of each, and its name for readers. */
const LANGUAGES = {
  sh: { grammar: bash, name: 'Shell' },
  js: { grammar: javascript, name: 'JavaScript' },
  jsx: { grammar: javascript, name: 'JSX' },
  py: { grammar: python, name: 'Python' },
  php: { grammar: php, name: 'PHP' },
  go: { grammar: go, name: 'Go' },
  json: { grammar: json, name: 'JSON' },
  html: { grammar: xml, name: 'HTML' },
}
for (const [id, { grammar }] of Object.entries(LANGUAGES)) hljs.registerLanguage(id, grammar)

const isLanguage = (id: string): id is keyof typeof LANGUAGES => Object.hasOwn(LANGUAGES, id)

/** Names a language for readers: curl is one of its commands. */
export const languageName = (id: string, code: string): string => {
  if (id === 'sh' && /^\s*curl /m.test(code)) return 'curl'
  return isLanguage(id) ? LANGUAGES[id].name : id
}

/** A block of code. Keyboards scroll it, so it takes the focus; its colours are classes, which need no inline style. */
export function codeBlock(code: string, language: string, label = languageName(language, code)): Markup {
  const shown = isLanguage(language) ? markup(hljs.highlight(code, { language }).value) : code
  return html`<div class="code" data-code><pre tabindex="0" role="group" aria-label="${label}"><code>${shown}</code></pre></div>`
}
