import { adminSearchAudit, type Answer, type Sent } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { INPUT, LABEL } from '@avouch/design/field'
import { type FormEvent, useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { atCursor, PAGES } from '#api/query.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Card, Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { type Column, PagedTable } from '#ui/table.tsx'
import { VerifyAudit } from './verify-audit.tsx'

type Search = Sent<typeof adminSearchAudit>['query']
type Event = Answer<typeof adminSearchAudit>['data']['data'][number]
const DAY_MS = 24 * 60 * 60_000

/** Passes only what the endpoint accepts; anything else finds nothing. */
const FIELDS = [
  { name: 'kind', type: 'search', pattern: '[a-z0-9_.]{1,40}' },
  { name: 'provider', type: 'search', pattern: '[a-z0-9\\-]{1,64}' },
  { name: 'since', type: 'date' },
  { name: 'until', type: 'date' },
] as const

function searchOf(form: FormData): Search {
  const textOf = (name: (typeof FIELDS)[number]['name']) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const [kind, provider, since, until] = [textOf('kind'), textOf('provider'), textOf('since'), textOf('until')]
  return {
    ...(kind !== '' && { kind }),
    ...(provider !== '' && { provider }),
    ...(since !== '' && { since: new Date(`${since}T00:00`).toISOString() }),
    ...(until !== '' && { until: new Date(Date.parse(`${until}T00:00`) + DAY_MS).toISOString() }),
  }
}

/** Lists events, and verifies their chain. */
export function AuditPage() {
  const t = useTranslate()
  const columns = useEventColumns()
  const [search, setSearch] = useState<Search>({})
  const query = useInfiniteQuery({
    queryKey: ['operator', 'audit', search],
    ...PAGES,
    queryFn: async ({ pageParam }) =>
      (await call(adminSearchAudit, { query: { ...search, ...atCursor(pageParam) } })).data,
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setSearch(searchOf(new FormData(event.currentTarget)))
  }
  return (
    <Page title={t('audit.title')} lede={t('audit.lede')}>
      <Card>
        <form
          role="search"
          onSubmit={submit}
          className="mb-5 grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[1.4fr_1.4fr_1fr_1fr_auto]"
        >
          {FIELDS.map(({ name, ...rest }) => (
            <label key={name} className="grid gap-1.5">
              <span className={LABEL}>{t(`audit.${name}`)}</span>
              <input {...rest} name={name} autoComplete="off" spellCheck={false} className={INPUT} />
            </label>
          ))}
          <Button type="submit" variant="secondary">
            {t('filter.search')}
          </Button>
        </form>
        <PagedTable
          caption={t('audit.title')}
          query={query}
          keyOf={({ seq }) => String(seq)}
          empty={<Empty title={t('audit.none')} />}
          columns={columns}
        />
      </Card>
      <VerifyAudit />
    </Page>
  )
}

function useEventColumns(): Column<Event>[] {
  const t = useTranslate()
  const { time } = useFormat()
  const code = (text: string | null) =>
    text === null ? (
      '–'
    ) : (
      <code translate="no" className="font-mono text-note wrap-anywhere">
        {text}
      </code>
    )
  return [
    { title: t('audit.at'), renderCell: ({ at }) => time(at) },
    { title: t('audit.type'), renderCell: ({ type }) => code(type) },
    { title: t('audit.actor'), renderCell: ({ actor }) => code(actor) },
    { title: t('audit.reason'), renderCell: ({ reason }) => code(reason) },
  ]
}
