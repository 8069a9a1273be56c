import { Fragment } from 'react'
import { type AdminDelivery, adminResendDelivery } from '@avouch/contract'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { call } from '#api/client.ts'
import { Link } from '#router/router.tsx'
import { announce } from '#ui/announce.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { projectPath, useRights } from './project.tsx'
import { projectIsOld, useDelivery } from './queries.ts'

/** Shows an event: its body as sent, and each attempt. */
export function DeliveryPage({ id }: { id: string }) {
  const t = useTranslate()
  const { id: project, isDeveloper } = useRights()
  const { time, number } = useFormat()
  const query = useDelivery(project, id)
  const resend = async ({ id }: AdminDelivery) => {
    await call(adminResendDelivery, { params: { project, id } })
    announce(t('delivery.resent'))
    await projectIsOld(project)
  }
  return (
    <Page
      title={t('delivery.title')}
      lede={
        <code translate="no" className="font-mono text-note">
          {id}
        </code>
      }
    >
      <Loaded query={query}>
        {({ delivery, body, tried }) => (
          <Fragment>
            <Card>
              <Facts
                facts={[
                  [
                    t('deliveries.type'),
                    <code translate="no" key="type" className="font-mono text-note">
                      {delivery.type}
                    </code>,
                  ],
                  [t('deliveries.state'), <DeliveryState key="state" state={delivery.state} />],
                  [t('deliveries.at'), time(delivery.created_at)],
                  [t('delivery.next'), delivery.next_attempt_at === null ? '–' : time(delivery.next_attempt_at)],
                  [
                    t('delivery.check'),
                    <Link key="check" className="link" href={projectPath(project, 'checks', delivery.check_id)}>
                      {delivery.check_id}
                    </Link>,
                  ],
                ]}
              />
              {isDeveloper ? (
                <div className="mt-4">
                  <Confirm
                    label={t('delivery.resend')}
                    title={t('delivery.resendTitle')}
                    text={t('delivery.resendText')}
                    action={t('delivery.resend')}
                    onConfirm={() => resend(delivery)}
                  />
                </div>
              ) : null}
            </Card>
            <Card title={t('delivery.tried')}>
              {tried.length === 0 ? (
                <Empty title={t('delivery.notTried')} />
              ) : (
                <Table
                  caption={t('delivery.tried')}
                  rows={tried}
                  keyOf={({ at }) => at}
                  columns={[
                    { title: t('delivery.at'), renderCell: ({ at }) => time(at) },
                    { title: t('deliveries.answer'), renderCell: ({ status, error }) => error ?? status ?? '–' },
                    {
                      title: t('delivery.took'),
                      numeric: true,
                      renderCell: ({ duration_ms }) => `${number(duration_ms)} ms`,
                    },
                  ]}
                />
              )}
            </Card>
            <Card title={t('delivery.body')}>
              <pre
                tabIndex={0}
                role="region"
                aria-label={t('delivery.body')}
                className="max-h-96 overflow-auto rounded-field bg-sunken p-4 font-mono text-note whitespace-pre-wrap wrap-anywhere"
              >
                {indented(body)}
              </pre>
            </Card>
          </Fragment>
        )}
      </Loaded>
    </Page>
  )
}

/** Indents JSON; leaves any other text as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    // No JSON.
    return body
  }
}
