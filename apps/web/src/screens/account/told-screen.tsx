import { type Answer, ownRequests, PAYMENT_LISTED_DAYS, REQUEST_LISTED_DAYS } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Loaded } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { ownQuery } from './own.ts'
import { ToldRow } from './told-row.tsx'
import { You } from './you.tsx'
import { call } from '#api/api.ts'
import { queryClient } from '#api/query.ts'
import { DocumentArt } from '#ui/art/document-art.tsx'
import { FlowPage } from '#ui/flow-page.tsx'

type Page = Answer<typeof ownRequests>['data']
type Asked = { signal: AbortSignal; pageParam: string | undefined }

const pagesQuery = () => ({
  ...ownQuery('requests'),
  initialPageParam: undefined,
  queryFn: async ({ signal, pageParam }: Asked): Promise<Page> =>
    (await call(ownRequests, { query: { cursor: pageParam } }, { signal })).data,
  getNextPageParam: ({ next_cursor }: Page) => next_cursor ?? undefined,
  select: ({ pages }: { pages: Page[] }) => pages.flatMap(({ data }) => data),
})

/** Lists the websites, with all that they were told about the visitor. */
export function ToldScreen() {
  const text = useAccountText()
  const own = useInfiniteQuery(pagesQuery(), queryClient)
  return (
    <FlowPage title={text('account.told.title')} lede={text('account.told.lede')} art={<DocumentArt />} about={<You />}>
      <div className="mt-6 grid grid-cols-1 gap-5">
        <Loaded own={own}>
          {(rows) =>
            rows.length === 0 ? (
              <div className="rounded-field bg-tint px-4 py-3.5">
                <h2 className="font-[650]">{text('account.told.empty')}</h2>
                <p className="text-ink-soft">{text('account.told.emptyText')}</p>
              </div>
            ) : (
              <Fragment>
                <ol aria-label={text('account.told.list')} className="grid grid-cols-1">
                  {rows.map((row) => (
                    <ToldRow key={row.id} row={row} onChange={() => void own.refetch()} />
                  ))}
                </ol>
                {own.hasNextPage ? (
                  <Button variant="secondary" busy={own.isFetching} onClick={() => void own.fetchNextPage()}>
                    {text('account.told.more')}
                  </Button>
                ) : null}
                <p role="status" className="sr-only">
                  {text('account.told.shown', { count: rows.length })}
                </p>
              </Fragment>
            )
          }
        </Loaded>
        <div className="grid grid-cols-1 gap-2 border-t border-line pt-3 text-note text-ink-soft">
          <p>{text('account.told.reach', { days: REQUEST_LISTED_DAYS, payments: PAYMENT_LISTED_DAYS })}</p>
          <p>{text('account.told.elsewhere')}</p>
        </div>
      </div>
    </FlowPage>
  )
}
