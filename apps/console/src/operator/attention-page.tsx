import { type Attention, type AttentionKind, adminListAttention, type Severity } from '@avouch/contract'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Link } from '#router/router.tsx'
import { Badge, type BadgeLook } from '#ui/badge.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { HELD, JOBS, PROVIDERS, SMS } from './paths.ts'
import { useOperatorQuery } from './queries.ts'

const BADGE_OF_SEVERITY: Record<Severity, BadgeLook> = { critical: 'bad', warning: 'warn', task: 'open' }

/** The page that decides each kind. */
const PAGE_OF: Partial<Record<AttentionKind, readonly [path: string, title: PageTitle]>> = {
  jobs_fail: [JOBS, 'jobs.title'],
  overdue: [JOBS, 'jobs.title'],
  sms_fail: [SMS, 'sms.title'],
  sms_gateway: [SMS, 'sms.title'],
  sms_undelivered: [SMS, 'sms.title'],
  sms_not_typed_in: [SMS, 'sms.title'],
  sms_countries: [SMS, 'sms.title'],
  sms_budget: [SMS, 'sms.title'],
  sms_pool_half: [SMS, 'sms.title'],
  wrong_codes: [SMS, 'sms.title'],
  webhooks_undelivered: [PROVIDERS, 'providers.title'],
  webhook_stopped: [PROVIDERS, 'providers.title'],
  live_requested: [PROVIDERS, 'providers.title'],
  account_held: [HELD, 'held.title'],
  approval_taken_back: [HELD, 'held.title'],
  review_waits: [HELD, 'held.title'],
  review_to_decide: [HELD, 'held.title'],
}
type PageTitle = 'jobs.title' | 'sms.title' | 'providers.title' | 'held.title'

/** Lists what needs a person, the most urgent first. */
export function AttentionPage() {
  const t = useTranslate()
  const query = useOperatorQuery('attention', async () => (await call(adminListAttention)).data)
  return (
    <Page title={t('attention.title')} lede={t('attention.lede')}>
      <Card>
        <Loaded query={query}>
          {({ data: found, seen }) =>
            found.length === 0 ? (
              <Empty title={t('attention.none')}>
                <p>{t('attention.noneText')}</p>
                <p>{t(seen.checks === 1 ? 'attention.seenOne' : 'attention.seen', seen)}</p>
                {seen.sms > 0 && seen.checks > 0 ? null : <p>{t('attention.unseen')}</p>}
              </Empty>
            ) : (
              <ul aria-label={t('attention.title')} className="grid gap-5">
                {found.map((one) => (
                  <Item key={`${one.kind} ${one.about}`} item={one} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}

function Item({ item }: { item: Attention }) {
  const { kind, severity, about, count, since, last_good, why, detail, alert } = item
  const t = useTranslate()
  const { time, number } = useFormat()
  const page = PAGE_OF[kind]
  return (
    <li className="grid gap-1 border-b border-line pb-5 last:border-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge look={BADGE_OF_SEVERITY[severity]}>{t(`severity.${severity}`)}</Badge>
        <span className="font-[600]">{t(`attention.${kind}`)}</span>
        {about === null ? null : (
          <code translate="no" className="font-mono text-note wrap-anywhere">
            {about}
          </code>
        )}
      </p>
      <p className="text-ink-soft">{t(`attention.${kind}.text`)}</p>
      {why === null && detail === null ? null : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {why === null ? null : <span className="font-[550]">{t(`trouble.${why}`)}</span>}
          {detail === null ? null : (
            <code translate="no" className="font-mono text-note wrap-anywhere">
              {detail}
            </code>
          )}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-4 text-note text-ink-soft">
        {since === null ? null : <span>{t('attention.since', { time: time(since) })}</span>}
        {last_good === null ? null : <span>{t('attention.lastGood', { time: time(last_good) })}</span>}
        {last_good === null && why !== null ? <span>{t('attention.never')}</span> : null}
        {count === null ? null : (
          <span>{t(kind === 'expires_soon' ? 'attention.daysLeft' : 'attention.count', { count: number(count) })}</span>
        )}
        {alert === null ? null : <span>{t('attention.runbook', { name: alert })}</span>}
        {page === undefined ? null : (
          <Link href={page[0]} className="link">
            {t(page[1])}
          </Link>
        )}
      </p>
    </li>
  )
}
