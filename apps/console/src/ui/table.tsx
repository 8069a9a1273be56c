import type { Content, Elements } from '@avouch/design/jsx-runtime'
import { Button } from '@avouch/design/button'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, useEffect, useRef } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { announce } from './announce.tsx'
import { Failure, Loading } from './states.tsx'

export type Column<Row> = {
  title: string
  /** Aligns numbers at the end, with digits of equal width. */
  numeric?: boolean
  renderCell: (row: Row) => Content
}

type TableProps<Row> = {
  /** For screen readers: what the table lists. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** Shows rows below a head; on a narrow page each row is a card, and each cell names its column. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table className="w-full border-collapse text-start max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ title, numeric = false }) => (
            <th
              key={title}
              scope="col"
              className={`border-b border-line px-3 py-2 text-note font-[600] text-ink-soft first:ps-0 last:pe-0 ${numeric ? 'text-end' : 'text-start'}`}
            >
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:grid-cols-1 max-md:gap-3">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className="max-md:block max-md:rounded-field max-md:border max-md:border-line max-md:px-4 max-md:py-2"
          >
            {columns.map(({ title, numeric = false, renderCell }) => (
              <td
                key={title}
                className={`px-3 py-2.5 align-middle wrap-break-word first:ps-0 last:pe-0 max-md:flex max-md:flex-wrap max-md:items-center max-md:justify-between max-md:gap-x-4 max-md:px-0 max-md:py-1.5 md:border-b md:border-line ${numeric ? 'tabular md:text-end' : ''}`}
              >
                <span aria-hidden="true" className="min-w-0 text-note text-ink-soft md:hidden">
                  {title}
                </span>
                <span className="min-w-0">{renderCell(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type PagedProps<Row> = Omit<TableProps<Row>, 'rows'> & {
  query: UseInfiniteQueryResult<InfiniteData<{ data: readonly Row[] }>>
  empty: Elements
}

/** Shows a list page by page: new rows come below, and the button keeps the focus. */
export function PagedTable<Row>({ query, empty, keyOf, ...table }: PagedProps<Row>) {
  const t = useTranslate()
  const { data, error, hasNextPage, isFetchingNextPage } = query
  const pages = data?.pages ?? []
  const seen = useRef(pages.length)
  useEffect(() => {
    const latest = pages.at(-1)
    if (pages.length > 1 && pages.length > seen.current && latest !== undefined)
      announce(t('table.loaded', { count: latest.data.length }))
    seen.current = pages.length
  })
  if (data === undefined && error !== null) return <Failure error={error} onRetry={() => void query.refetch()} />
  if (data === undefined) return <Loading />
  // A row that was added meanwhile may be on two pages.
  const rows = [...new Map(pages.flatMap((page) => page.data).map((row) => [keyOf(row), row])).values()]
  if (rows.length === 0 && !hasNextPage) return empty
  return (
    <Fragment>
      {rows.length === 0 ? <p>{t('table.noneYet')}</p> : <Table {...table} keyOf={keyOf} rows={rows} />}
      {error === null ? null : <Failure error={error} onRetry={() => void query.fetchNextPage()} />}
      {hasNextPage ? (
        <Button
          variant="secondary"
          className="mt-4 min-h-11"
          busy={isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('table.more')}
        </Button>
      ) : (
        <p className="mt-4 text-note text-ink-soft">{t('table.end', { count: rows.length })}</p>
      )}
    </Fragment>
  )
}
