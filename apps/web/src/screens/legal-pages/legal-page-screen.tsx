import { LEGAL_PAGES_CHANGED, type LegalPage, type Section } from '@avouch/phrases/legal-pages'
import { Fragment, useEffect } from 'react'
import { Blocks } from './blocks.tsx'
import { LegalPageText } from './legal-page-text.tsx'
import { dayText } from '#i18n/dates.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { Heading, Lede } from '#ui/heading.tsx'

export type LegalPageScreenProps = {
  page: LegalPage
  /** Follows a link to another legal page; the browser follows all others. */
  onFollow: (address: string) => void
}

/** A page to read: its subject, its contents, its sections. */
export function LegalPageScreen({ page, onFollow }: LegalPageScreenProps) {
  const t = useTranslate()
  const language = useLanguage()
  useShownSection()
  return (
    <Fragment>
      <Heading title={page.title}>{page.title}</Heading>
      <Lede className="max-w-[44ch]">
        <LegalPageText text={page.lede} onFollow={onFollow} />
      </Lede>
      <Contents sections={page.sections} />
      <div className="mt-10 grid max-w-[66ch] grid-cols-1 gap-10">
        {page.sections.map(({ id, heading, body }) => (
          <section key={id} aria-labelledby={id}>
            <h2
              id={id}
              tabIndex={-1}
              className="mb-3 text-[1.4rem] leading-tight font-bold tracking-[-0.015em] text-balance outline-none"
            >
              <LegalPageText text={heading} onFollow={onFollow} />
            </h2>
            <Blocks blocks={body} onFollow={onFollow} />
          </section>
        ))}
        <p className="text-note text-ink-soft">
          {t('legalPage.changed', { date: dayText(language, LEGAL_PAGES_CHANGED) })}
        </p>
      </div>
    </Fragment>
  )
}

function Contents({ sections }: { sections: readonly Section[] }) {
  const t = useTranslate()
  return (
    <nav aria-labelledby="contents" className="mt-8 max-w-[66ch] rounded-card bg-tint px-5 py-4 print:hidden">
      <h2 id="contents" className="font-semibold">
        {t('legalPage.contents')}
      </h2>
      <ul className="mt-1 gap-x-8 sm:columns-2">
        {sections.map(({ id, heading }) => (
          <li key={id} className="break-inside-avoid">
            <a
              href={`#${id}`}
              className="link inline-flex min-h-11 items-center py-1 leading-snug wrap-anywhere hyphens-auto"
            >
              <LegalPageText text={heading} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls to the section that the address names: the browser looked for it before it existed. */
function useShownSection() {
  useEffect(() => {
    const id = decodeURIComponent(window.location.hash.slice(1))
    if (id !== '') document.getElementById(id)?.scrollIntoView()
  }, [])
}
