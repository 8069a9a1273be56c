/** A page of the site: its address below /docs, and the file of the repository that it is made from. */
type Page = { path: string; source: string }
type Chapter = { title: string; pages: readonly Page[] }

const guide = (name: string): Page => ({ path: `/${name}/`, source: `docs/providers/${name}.md` })

/** The site's order. Reference pages, which come from the OpenAPI document, follow. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Begin',
    pages: [{ path: '/', source: 'docs/providers.md' }, ...['ten-minutes', 'concepts', 'languages'].map(guide)],
  },
  { title: 'Build', pages: ['webhooks', 'testing', 'openid-connect', 'clients', 'payments'].map(guide) },
  {
    title: 'Ship',
    pages: ['going-live', 'security', 'errors'].map(guide),
  },
  {
    title: 'Code',
    pages: [
      { path: '/examples/', source: 'examples/README.md' },
      { path: '/package/', source: 'packages/provider-sdk/README.md' },
      { path: '/changelog/', source: 'packages/provider-sdk/CHANGELOG.md' },
    ],
  },
]

export const PAGES = CHAPTERS.flatMap(({ pages }) => pages)

/** The address of every page and file of the site starts with it. */
export const BASE = '/docs'

/** Finds the address of a file of the repository on the site; undefined: it is not there. */
export function addressOf(source: string): string | undefined {
  const page = PAGES.find((one) => one.source === source)
  return page === undefined ? undefined : BASE + page.path
}

/** Names the file of a page for the generator: pages from elsewhere stand in its folder as if they were files. */
export const templateOf = (path: string): string => `providers${path.replace(/\/$/, '')}.md`

/** The file of the repository behind a file of the generator. */
export function sourceOf(template: string): string {
  const page = PAGES.find(({ path }) => `./docs/${templateOf(path)}` === template)
  return page?.source ?? template
}
