import { DELIVERY_STATES, type DeliveryState as State } from '@avouch/contract'
import { INPUT, LABEL } from '@avouch/design/field'
import { useState } from 'react'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Link } from '#router/router.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { PagedTable } from '#ui/table.tsx'
import { answerOf, DeliveryState } from './delivery-state.tsx'
import { projectPath, useRights } from './project.tsx'
import { useDeliveries } from './queries.ts'

/** Events that were sent, wait, or were given up; the newest first. */
export function DeliveriesPage() {
  const t = useTranslate()
  const { id } = useRights()
  const { time } = useFormat()
  const [state, setState] = useState<State>()
  const deliveries = useDeliveries(id, state)
  return (
    <Page title={t('deliveries.title')} lede={t('deliveries.lede')}>
      <Card>
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
                <Link href={projectPath(id, 'deliveries', delivery.id)} className="link whitespace-nowrap">
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
