import type { Content, Elements } from '@avouch/design/jsx-runtime'
import { adminRequestLive, type AdminKey, type AdminProject } from '@avouch/contract'
import { TickIcon } from '@avouch/design/icons'
import { Notice } from '@avouch/design/notice'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Link } from '#router/router.tsx'
import { Badge } from '#ui/badge.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { CheckTable } from './check-table.tsx'
import { works } from './key-state.ts'
import { projectPath, useRights, WithProject } from './project.tsx'
import { projectChanged, useChecks, useKeys } from './queries.ts'

/** The state of a project, the next step, and what happened last. */
export function OverviewPage() {
  const t = useTranslate()
  const { id } = useRights()
  const keys = useKeys(id)
  const checks = useChecks(id, {})
  return (
    <WithProject>
      {(project) => (
        <Page title={t('overview.title')} lede={<Stage project={project} />}>
          <Receiver project={project} />
          <Loaded query={keys}>
            {(keys) => <Steps project={project} keys={keys} hasCheck={hasRow(checks.data)} />}
          </Loaded>
          <Card
            title={t('overview.latest')}
            actions={
              <Link href={projectPath(id, 'checks')} className="link">
                {t('overview.allChecks')}
              </Link>
            }
          >
            <Loaded query={checks}>
              {({ pages }) => {
                const rows = pages.flatMap(({ data }) => data).slice(0, LATEST)
                return rows.length === 0 ? (
                  <Empty title={t('checks.none')}>{t('checks.noneText')}</Empty>
                ) : (
                  <CheckTable rows={rows} />
                )
              }}
            </Loaded>
          </Card>
        </Page>
      )}
    </WithProject>
  )
}

const LATEST = 5

const hasRow = (data: { pages: { data: unknown[] }[] } | undefined) => (data?.pages[0]?.data.length ?? 0) > 0

const BADGE_OF_STAGE = { test: 'open', requested: 'warn', live: 'good' } as const

function Stage({ project: { stage, suspended_at } }: { project: AdminProject }) {
  const t = useTranslate()
  const { minute } = useFormat()
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge look={BADGE_OF_STAGE[stage]}>{t(`stage.${stage}`)}</Badge>
      {suspended_at === null ? null : (
        <Badge look="bad">{t('overview.suspended', { time: minute(suspended_at) })}</Badge>
      )}
      <span>{t(`stage.${stage}Text`)}</span>
    </span>
  )
}

/** Warns that the website's own receiver is down: since when, when it last took an event, and what it answers. */
function Receiver({ project: { id, webhook } }: { project: AdminProject }) {
  const t = useTranslate()
  const { time } = useFormat()
  const { failing, url, stopped_at } = webhook
  if (failing === null || url === null || stopped_at !== null) return null
  const { since, last_good, why, detail } = failing
  const answer = why === 'no_answer' ? t('overview.receiverNone', { reason: detail ?? '' }) : (detail ?? '')
  return (
    <Notice kind="error" title={t('overview.receiver')}>
      <p>{t('overview.receiverText', { since: time(since), answer })}</p>
      <p>{last_good === null ? t('overview.receiverNever') : t('overview.receiverGood', { time: time(last_good) })}</p>
      <StepLink href={projectPath(id, 'deliveries')}>{t('overview.deliveries')}</StepLink>
    </Notice>
  )
}

type StepsProps = { project: AdminProject; keys: readonly AdminKey[]; hasCheck: boolean }

/** Lists the steps to a website that checks ages; those that are done have a tick. */
function Steps({ project, keys, hasCheck }: StepsProps) {
  const t = useTranslate()
  const { isOwner } = useRights()
  const { id, stage, redirect_uris, webhook } = project
  const steps: { done: boolean; title: string; text: string; action: Elements }[] = [
    {
      done: keys.some(works),
      title: t('steps.key'),
      text: t('steps.keyText'),
      action: <StepLink href={projectPath(id, 'keys')}>{t('steps.keyLink')}</StepLink>,
    },
    {
      done: redirect_uris.length > 0,
      title: t('steps.address'),
      text: t('steps.addressText'),
      action: <StepLink href={projectPath(id, 'addresses')}>{t('steps.addressLink')}</StepLink>,
    },
    {
      done: webhook.url !== null,
      title: t('steps.webhook'),
      text: t('steps.webhookText'),
      action: <StepLink href={projectPath(id, 'webhook')}>{t('steps.webhookLink')}</StepLink>,
    },
    {
      done: hasCheck,
      title: t('steps.check'),
      text: t('steps.checkText'),
      action: <StepLink href={projectPath(id, 'testing')}>{t('steps.checkLink')}</StepLink>,
    },
    {
      done: stage === 'live',
      title: t('steps.live'),
      text: stage === 'requested' ? t('steps.liveAsked') : t('steps.liveText'),
      action:
        stage === 'test' && isOwner && !project.from_file ? (
          <Confirm
            label={t('steps.liveLink')}
            title={t('steps.liveTitle')}
            text={t('steps.liveConfirm')}
            action={t('steps.liveLink')}
            onConfirm={async () => projectChanged((await call(adminRequestLive, { params: { project: id } })).data)}
          />
        ) : null,
    },
  ]
  const next = steps.find(({ done }) => !done)
  if (next === undefined) return <Notice kind="info">{t('steps.allDone')}</Notice>
  return (
    <Card title={t('steps.title')}>
      <ol className="grid gap-1">
        {steps.map((step) => (
          <li
            key={step.title}
            aria-current={step === next ? 'step' : undefined}
            className={`grid grid-cols-[28px_minmax(0,1fr)] gap-x-3 rounded-field px-3 py-2.5 ${step === next ? 'bg-tint' : ''}`}
          >
            {step.done ? (
              <TickIcon className="mt-0.5 size-5 text-ok" />
            ) : (
              <span aria-hidden="true" className="mt-1 size-4.5 rounded-full border-2 border-line-strong" />
            )}
            <div>
              <p className="font-[600]">
                <span>{step.title}</span>
                {step.done ? <span className="sr-only">{`: ${t('steps.done')}`}</span> : null}
              </p>
              {step.done ? null : <p className="text-ink-soft">{step.text}</p>}
              {step.done ? null : step.action}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const StepLink = ({ href, children }: { href: string; children: Content }) => (
  <Link href={href} className="link inline-flex min-h-8 items-center font-[550]">
    {children}
  </Link>
)
