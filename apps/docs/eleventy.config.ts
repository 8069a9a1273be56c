import type { Config } from '@11ty/eleventy'
import { type Group, page } from './build/layout.ts'
import { createMarkdown } from './build/markdown.ts'
import { BASE, CHAPTERS, templateOf } from './build/pages.ts'
import { entriesOf, wordsOf } from './build/search-index.ts'
import { markdownBeside, read, reference, ROOT } from './build/sources.ts'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const firstHeading = (markdown: string) => /^# (.*)$/m.exec(markdown)?.[1] ?? ''
const titleOf = (content: string) => wordsOf(/<h1>([\s\S]*?)<\/h1>/.exec(content)?.[1] ?? '')

const groups: Group[] = [
  ...CHAPTERS.map(({ title, pages }) => ({
    title,
    links: pages.map(({ path, source }) => ({ address: BASE + path, title: firstHeading(read(source)) })),
  })),
  {
    title: 'Reference',
    links: Object.entries(reference).map(([path, content]) => ({ address: BASE + path, title: titleOf(content) })),
  },
]

/** docs/ also has pages for operators and for developers of the product. */
const others = globSync('docs/*', { cwd: ROOT }).filter((path) => !path.startsWith('docs/providers'))

/** docs/providers/webhooks.md is /webhooks/, and docs/providers.md the first page. */
const fileOf = (stem: string) => `${stem.replace(/^\/providers/, '')}/index.html`

export default function configure(config: Config) {
  for (const path of others) config.ignores.add(path)
  config.setLibrary('md', createMarkdown())
  config.addGlobalData(
    'permalink',
    () =>
      ({ page: { filePathStem } }) =>
        fileOf(filePathStem),
  )
  for (const [path, text] of markdownBeside()) config.addTemplate(templateOf(path), text)
  for (const [path, text] of Object.entries(reference))
    config.addTemplate(templateOf(path).replace(/md$/, 'html'), text)

  const entries = new Map<string, ReturnType<typeof entriesOf>>()
  config.addTransform('page', function (content) {
    const address = BASE + this.page.url
    const title = titleOf(content)
    entries.set(address, entriesOf(address, title, content))
    return page({ address, content, title, groups })
  })
  config.on('eleventy.after', ({ directories }) => {
    mkdirSync(join(directories.output, 'assets'), { recursive: true })
    writeFileSync(join(directories.output, 'assets/search.json'), JSON.stringify([...entries.values()].flat()))
  })
  return { htmlTemplateEngine: false, markdownTemplateEngine: false, dir: { includes: '../apps/docs/none' } }
}
