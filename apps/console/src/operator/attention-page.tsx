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

const LOOKS: Record<Severity, BadgeLook> = { critical: 'bad', warning: 'warn', task: 'open' }

/** The page that decides each kind. */
const PAGE_OF: Partial<Record<AttentionKind, readonly [path: string, title: PageTitle]>> = {
  jobs_fail: [JOBS, 'jobs.title'],
  overdue: [JOBS, 'jobs.title'],
  sms_fail: [SMS, 'sms.title'],
  sms_second: [SMS, 'sms.title'],
  sms_undelivered: [SMS, 'sms.title'],
  sms_budget: [SMS, 'sms.title'],
  sms_pool_half: [SMS, 'sms.title'],
  wrong_codes: [SMS, 'sms.title'],
  webhook_stopped: [PROVIDERS, 'providers.title'],
  live_requested: [PROVIDERS, 'providers.title'],
  account_held: [HELD, 'held.title'],
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

function Item({ item: { kind, severity, about, count, since, alert } }: { item: Attention }) {
  const t = useTranslate()
  const { time, number } = useFormat()
  const page = PAGE_OF[kind]
  return (
    <li className="grid gap-1 border-b border-line pb-5 last:border-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge look={LOOKS[severity]}>{t(`severity.${severity}`)}</Badge>
        <span className="font-[600]">{t(`attention.${kind}`)}</span>
        {about === null ? null : (
          <code translate="no" className="font-mono text-note wrap-anywhere">
            {about}
          </code>
        )}
      </p>
      <p className="text-ink-soft">{t(`attention.${kind}.text`)}</p>
      <p className="flex flex-wrap items-center gap-x-4 text-note text-ink-soft">
        {count === null ? null : <span>{t('attention.count', { count: number(count) })}</span>}
        {since === null ? null : <span>{t('attention.since', { time: time(since) })}</span>}
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
