import { adminResendFailed, DELIVERY_STATES, type DeliveryState as State, HOUR_MS } from '@avouch/contract'
import { INPUT, LABEL } from '@avouch/design/field'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Link } from '#router/router.tsx'
import { announce } from '#ui/announce.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { PagedTable } from '#ui/table.tsx'
import { answerOf, DeliveryState } from './delivery-state.tsx'
import { projectPath, useRights } from './project.tsx'
import { projectIsOld, useDeliveries } from './queries.ts'

/** Lists events that were sent, wait, or were given up; the newest first. */
export function DeliveriesPage() {
  const t = useTranslate()
  const { id, isDeveloper } = useRights()
  const { time } = useFormat()
  const [state, setState] = useState<State>()
  const deliveries = useDeliveries(id, state)
  return (
    <Page title={t('deliveries.title')} lede={t('deliveries.lede')}>
      <Card>
        {isDeveloper ? <ResendFailed project={id} /> : null}
        <label className="mb-5 grid max-w-64 gap-1.5">
          <span className={LABEL}>{t('deliveries.state')}</span>
          <select
            className={INPUT}
            value={state ?? ''}
            onChange={({ target }) => setState(DELIVERY_STATES.find((one) => one === target.value))}
          >
            <option value="">{t('filter.all')}</option>
            {DELIVERY_STATES.map((one) => (
              <option key={one} value={one}>
                {t(`delivery.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <PagedTable
          caption={t('deliveries.title')}
          query={deliveries}
          keyOf={(delivery) => delivery.id}
          empty={<Empty title={t('deliveries.none')}>{t('deliveries.noneText')}</Empty>}
          columns={[
            {
              title: t('deliveries.at'),
              renderCell: (delivery) => (
                <Link href={projectPath(id, 'deliveries', delivery.id)} className="link md:whitespace-nowrap">
                  {time(delivery.created_at)}
                </Link>
              ),
            },
            {
              title: t('deliveries.type'),
              renderCell: ({ type }) => (
                <code translate="no" className="font-mono text-note">
                  {type}
                </code>
              ),
            },
            { title: t('deliveries.state'), renderCell: (delivery) => <DeliveryState state={delivery.state} /> },
            { title: t('deliveries.answer'), renderCell: answerOf },
            { title: t('deliveries.attempts'), numeric: true, renderCell: ({ attempts }) => attempts },
          ]}
        />
      </Card>
    </Page>
  )
}

const WEEK_MS = 7 * 24 * HOUR_MS

/** Formats a time for a `datetime-local` field: local, without seconds. */
const localTime = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)

/** Sends all events again that were given up, after an outage longer than the attempts. */
function ResendFailed({ project }: { project: string }) {
  const t = useTranslate()
  const { number } = useFormat()
  const [since, setSince] = useState(() => localTime(new Date(Date.now() - WEEK_MS)))
  async function resend() {
    const body = { since: new Date(since).toISOString() }
    const { resent } = (await call(adminResendFailed, { params: { project }, body })).data
    announce(t('deliveries.resent', { count: number(resent) }))
    await projectIsOld(project)
  }
  return (
    <div className="mb-5">
      <Confirm
        label={t('deliveries.resendFailed')}
        title={t('deliveries.resendTitle')}
        text={
          <div className="grid gap-4">
            <p>{t('deliveries.resendText')}</p>
            <label className="grid gap-1.5">
              <span className={LABEL}>{t('deliveries.since')}</span>
              <input
                type="datetime-local"
                className={INPUT}
                value={since}
                required
                onChange={({ target }) => target.value !== '' && setSince(target.value)}
              />
            </label>
          </div>
        }
        action={t('delivery.resend')}
        onConfirm={resend}
      />
    </div>
  )
}
