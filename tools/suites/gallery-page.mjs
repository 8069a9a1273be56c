import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ screen: string, state: string, language: string, device: string, scheme: string, file: string }} Picture */

const LOOKS = ['phone', 'desktop'].flatMap((device) =>
  ['en', 'de'].flatMap((language) => ['light', 'dark'].map((scheme) => ({ device, language, scheme }))),
)
const CHOICES = [...new Set(LOOKS.flatMap((look) => Object.values(look)))]

const STYLE = `
  body { margin: 0; font: 15px/1.4 system-ui, sans-serif; background: #e9e9e6; color: #161616 }
  header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 20px; align-items: center; padding: 10px 16px; background: #fff; border-bottom: 1px solid #bbb }
  h1 { font-size: 18px; margin: 0 } h2 { font-size: 16px; margin: 0 } label { white-space: nowrap }
  section { padding: 16px; border-bottom: 1px solid #c8c8c4 }
  .row { display: flex; gap: 16px; overflow-x: auto; padding-top: 10px; align-items: flex-start }
  figure { margin: 0; flex: none } figcaption { font-size: 13px; color: #444 }
  img { display: block; background: #fff; border: 1px solid #999 }
  .phone img { width: 234px } .desktop img { width: 480px }
  ${CHOICES.map((name) => `body:has(#${name}:not(:checked)) figure.${name} { display: none }`).join('\n  ')}
`

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** @param {Picture} picture */
function figure({ screen, state, language, device, scheme, file }) {
  const caption = `${device}, ${language}, ${scheme}`
  const name = escaped(`${screen}: ${state}, ${caption}`)
  return `<figure class="${device} ${language} ${scheme}"><a href="${file}"><img src="${file}" alt="${name}" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`
}

/** @param {Picture} picture */
const placeOf = ({ device, language, scheme }) =>
  LOOKS.findIndex((look) => look.device === device && look.language === language && look.scheme === scheme)

/**
 * One page with every picture: a row for each screen and state, to be narrowed by language, device and scheme.
 * @param {string} folder where the pictures and their list are
 * @returns {{ page: string, pictures: number, rows: number }}
 */
export function writeGallery(folder) {
  const lines = readFileSync(join(folder, 'pictures.jsonl'), 'utf8').split('\n').filter(Boolean)
  const pictures = lines.map((line) => /** @type {Picture} */ (JSON.parse(line)))
  const rows = [...Map.groupBy(pictures, ({ screen, state }) => `${screen}: ${state}`)]
  const sections = rows
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([name, row]) => {
      const figures = row.toSorted((a, b) => placeOf(a) - placeOf(b)).map(figure)
      return `<section><h2>${escaped(name)}</h2><div class="row">${figures.join('')}</div></section>`
    })
  const choices = CHOICES.map((name) => `<label><input type="checkbox" id="${name}" checked> ${name}</label>`)
  const page = join(folder, 'index.html')
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Screens</title><style>${STYLE}</style></head>`
  const top = `<header><h1>${pictures.length} pictures of ${rows.length} states</h1>${choices.join('')}</header>`
  writeFileSync(page, `${head}<body>${top}<main>${sections.join('\n')}</main></body></html>\n`)
  return { page, pictures: pictures.length, rows: rows.length }
}
