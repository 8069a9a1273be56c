import { Fragment } from 'react'
import {
  adminDecideReview,
  AppError,
  adminListReviews,
  type AppealMonth,
  REVIEW_DECISIONS,
  type Review,
  type ReviewDecision,
} from '@avouch/contract'
import { LINK } from '@avouch/design/button'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { announce } from '#ui/announce.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Card } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { AccountId } from './account-id.tsx'
import { change } from './change.ts'
import { operatorIsOld, useOperatorQuery } from './queries.ts'
import { useDuties } from './role.ts'

/** Lists reviews: decided here if the operator has a review desk, else by the identity-check service. */
export function Reviews() {
  const t = useTranslate()
  const { minute } = useFormat()
  const { isReviewer } = useDuties()
  const query = useOperatorQuery('reviews', async () => (await call(adminListReviews)).data)
  const isDesk = query.data?.desk === true
  const columns: Column<Review>[] = [
    { title: t('held.account'), renderCell: AccountId },
    { title: t('held.since'), renderCell: ({ since }) => minute(since) },
    {
      title: t('review.kind'),
      renderCell: ({ is_appeal, is_held }) =>
        t(is_held ? 'review.appealHeld' : is_appeal ? 'review.appeal' : 'review.ordinary'),
    },
    { title: t('review.until'), renderCell: ({ ends_at }) => minute(ends_at) },
  ]
  const deciding: Column<Review>[] = [
    { title: t('review.document'), renderCell: (review) => <Document {...review} /> },
    { title: t('table.actions'), renderCell: (review) => <Decisions {...review} /> },
  ]
  return (
    <Card title={t('held.reviews')} lede={isDesk ? t('review.lede') : t('held.reviewsText')}>
      <Loaded query={query}>
        {({ data, total, appeals }) => (
          <Fragment>
            {data.length === 0 ? (
              <Empty title={t('held.noReviews')} />
            ) : (
              <Table
                caption={t('held.reviews')}
                rows={data}
                keyOf={({ check }) => check}
                columns={isDesk && isReviewer ? [...columns, ...deciding] : columns}
              />
            )}
            {total > data.length ? (
              <p className="mt-4 text-note text-ink-soft">{t('review.more', { count: total - data.length })}</p>
            ) : null}
            {data.some(({ is_appeal }) => is_appeal) ? (
              <p className="mt-4 text-note text-ink-soft">{t('review.appealText')}</p>
            ) : null}
            {appeals.length === 0 ? null : <Appeals months={appeals} />}
          </Fragment>
        )}
      </Loaded>
    </Card>
  )
}

const COUNTS = ['begun', 'approved', 'rejected', 'under_age', 'over'] as const

function Appeals({ months }: { months: readonly AppealMonth[] }) {
  const t = useTranslate()
  const { utcMonth, number } = useFormat()
  const columns: Column<AppealMonth>[] = [
    { title: t('appeals.month'), renderCell: ({ month }) => utcMonth(month) },
    ...COUNTS.map((name) => ({
      title: t(`appeals.${name}`),
      numeric: true,
      renderCell: (row: AppealMonth) => number(row[name]),
    })),
    { title: t('appeals.days'), numeric: true, renderCell: (row) => averageDays(row, number) },
  ]
  return (
    <div className="mt-6">
      <h3 className="mb-2 font-[650]">{t('appeals.title')}</h3>
      <Table caption={t('appeals.title')} rows={months} keyOf={({ month }) => month} columns={columns} />
    </div>
  )
}

function averageDays(
  { approved, rejected, under_age, over, days }: AppealMonth,
  number: (n: number) => string,
): string {
  const ended = approved + rejected + under_age + over
  return ended === 0 ? '–' : number(Math.round(days / ended))
}

function Document({ id, document_url: address }: Review) {
  const t = useTranslate()
  if (address === null) return null
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className={LINK}
      aria-label={`${t('review.open')}: ${id}`}
    >
      {t('review.open')}
    </a>
  )
}

const Decisions = (review: Review) => (
  <span className="flex flex-wrap gap-x-4">
    {REVIEW_DECISIONS.map((decision) => (
      <Decide key={decision} decision={decision} {...review} />
    ))}
  </span>
)

function Decide({ id, check, decision }: Review & { decision: ReviewDecision }) {
  const t = useTranslate()
  const label = t(`review.${decision}`)
  const decide = () => call(adminDecideReview, { params: { check }, body: { decision } })
  // Another person, or the service, was first: the row will disappear.
  const whenOver = (error: unknown) => {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    announce(t('review.over'))
    return operatorIsOld()
  }
  return (
    <Confirm
      label={label}
      about={id}
      title={t(`review.${decision}.title`)}
      text={t(`review.${decision}.text`)}
      action={label}
      onConfirm={() => change(decide, t('review.decided')).catch(whenOver)}
    />
  )
}
