import MiniSearch from 'minisearch'

type Entry = { id: string; page: string; title: string; text: string }
type Found = Pick<Entry, 'id' | 'page' | 'title'>

const MOST = 8

let index: Promise<MiniSearch<Entry>> | undefined

/** Read once, when the field is used for the first time. */
const load = () => {
  index ??= fetch('/docs/assets/search.json').then(async (answer) => {
    const entries = (await answer.json()) as Entry[]
    const search = new MiniSearch<Entry>({
      fields: ['title', 'page', 'text'],
      storeFields: ['page', 'title'],
      searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
    })
    search.addAll(entries)
    return search
  })
  return index
}

function rowOf({ id, page, title }: Found): HTMLLIElement {
  const row = document.createElement('li')
  const link = document.createElement('a')
  link.href = id
  const where = document.createElement('span')
  where.textContent = page
  link.append(title === '' ? page : title, ' ', ...(title === '' ? [] : [where]))
  row.append(link)
  return row
}

const countOf = (count: number) => (count === 1 ? '1 result' : `${count === 0 ? 'No' : count} results`)

/** The search of all pages, in this browser. */
export function addSearch(): void {
  const area = document.querySelector<HTMLElement>('[data-search]')
  const field = area?.querySelector('input')
  const results = area?.querySelector<HTMLElement>('.results')
  const list = results?.querySelector('ul')
  const count = results?.querySelector('p')
  if (!area || !field || !results || !list || !count) return
  area.hidden = false

  const close = () => {
    results.hidden = true
  }
  async function show(words: string) {
    const search = await load()
    if (field?.value !== words) return
    const found = words.trim() === '' ? [] : (search.search(words).slice(0, MOST) as unknown as Found[])
    list?.replaceChildren(...found.map(rowOf))
    if (count) count.textContent = words.trim() === '' ? '' : countOf(found.length)
    if (results) results.hidden = words.trim() === ''
  }
  field.addEventListener('focus', () => void load())
  field.addEventListener('input', () => void show(field.value))
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      field.focus()
      return close()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops: HTMLElement[] = [field, ...list.querySelectorAll('a')]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    const to = stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
    if (to === undefined || results.hidden) return
    event.preventDefault()
    to.focus()
  })
  area.addEventListener('focusout', (event) => {
    if (!area.contains(event.relatedTarget as Node | null)) close()
  })
  field.addEventListener('click', () => {
    if (field.value.trim() !== '') results.hidden = false
  })
}
