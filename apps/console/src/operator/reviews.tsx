import { Fragment } from 'react'
import {
  adminDecideReview,
  AppError,
  adminListReviews,
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
    { title: t('review.until'), renderCell: ({ ends_at }) => minute(ends_at) },
  ]
  const deciding: Column<Review>[] = [
    { title: t('review.document'), renderCell: (review) => <Document {...review} /> },
    { title: t('table.actions'), renderCell: (review) => <Decisions {...review} /> },
  ]
  return (
    <Card title={t('held.reviews')} lede={isDesk ? t('review.lede') : t('held.reviewsText')}>
      <Loaded query={query}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Empty title={t('held.noReviews')} />
          ) : (
            <Fragment>
              <Table
                caption={t('held.reviews')}
                rows={data}
                keyOf={({ check }) => check}
                columns={isDesk && isReviewer ? [...columns, ...deciding] : columns}
              />
              {total > data.length ? (
                <p className="mt-4 text-note text-ink-soft">{t('review.more', { count: total - data.length })}</p>
              ) : null}
            </Fragment>
          )
        }
      </Loaded>
    </Card>
  )
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
