import { Fragment } from 'react'
import { adminDecideLive, adminListProviders, type AdminProvider, adminSuspendProvider } from '@avouch/contract'
import { call } from '#api/client.ts'
import { useTranslate } from '#i18n/language.ts'
import { Badge } from '#ui/badge.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { change } from './change.ts'
import { useOperatorQuery } from './queries.ts'
import { useDuties } from './role.ts'

/** Lists the websites that ask for proofs of age: live keys and suspensions are decided here. */
export function ProvidersPage() {
  const t = useTranslate()
  const query = useOperatorQuery('providers', async () => (await call(adminListProviders)).data.data)
  const columns = useColumns()
  return (
    <Page title={t('providers.title')} lede={t('providers.lede')}>
      <Card>
        <Loaded query={query}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title={t('providers.none')} />
            ) : (
              <Table caption={t('providers.title')} rows={rows} keyOf={({ id }) => id} columns={columns} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}

function useColumns(): Column<AdminProvider>[] {
  const t = useTranslate()
  const { isOperator } = useDuties()
  const decide: Column<AdminProvider> = {
    title: t('table.actions'),
    renderCell: (provider) => <Decisions provider={provider} />,
  }
  return [
    {
      title: t('providers.name'),
      renderCell: ({ id, name }) => (
        <Fragment>
          <span className="font-[600] wrap-anywhere">{name}</span>
          <code translate="no" className="block font-mono text-note text-ink-soft wrap-anywhere">
            {id}
          </code>
        </Fragment>
      ),
    },
    {
      title: t('providers.stage'),
      renderCell: ({ stage }) => <Badge look={stage === 'requested' ? 'warn' : 'off'}>{t(`stage.${stage}`)}</Badge>,
    },
    { title: t('providers.state'), renderCell: (provider) => <State of={provider} /> },
    ...(isOperator ? [decide] : []),
  ]
}

function State({ of: { suspended_at, webhook_stopped_at, from_file } }: { of: AdminProvider }) {
  const t = useTranslate()
  return (
    <span className="flex flex-wrap gap-2">
      {suspended_at === null ? (
        <Badge look="good">{t('providers.works')}</Badge>
      ) : (
        <Badge look="bad">{t('providers.suspended')}</Badge>
      )}
      {webhook_stopped_at === null ? null : <Badge look="warn">{t('providers.stopped')}</Badge>}
      {from_file ? <Badge look="off">{t('providers.fromFile')}</Badge> : null}
    </span>
  )
}

function Decisions({ provider: { id, name, stage, suspended_at } }: { provider: AdminProvider }) {
  const t = useTranslate()
  const params = { provider: id }
  const setLive = (live: boolean) => () =>
    change(() => call(adminDecideLive, { params, body: { live } }), t('providers.done'))
  const setSuspended = (suspended: boolean) => () =>
    change(() => call(adminSuspendProvider, { params, body: { suspended } }), t('providers.done'))
  return (
    <span className="flex flex-wrap gap-x-4">
      {stage === 'live' ? null : (
        <Confirm
          label={t('providers.giveLive')}
          about={name}
          title={t('providers.giveLiveTitle')}
          text={t('providers.giveLiveText')}
          action={t('providers.giveLive')}
          onConfirm={setLive(true)}
        />
      )}
      {stage === 'requested' ? (
        <Confirm
          label={t('providers.decline')}
          about={name}
          title={t('providers.declineTitle')}
          text={t('providers.declineText')}
          action={t('providers.decline')}
          onConfirm={setLive(false)}
        />
      ) : null}
      {suspended_at === null ? (
        <Confirm
          label={t('providers.suspend')}
          about={name}
          title={t('providers.suspendTitle')}
          text={t('providers.suspendText')}
          action={t('providers.suspend')}
          onConfirm={setSuspended(true)}
        />
      ) : (
        <Confirm
          label={t('providers.resume')}
          about={name}
          title={t('providers.resumeTitle')}
          text={t('providers.resumeText')}
          action={t('providers.resume')}
          onConfirm={setSuspended(false)}
        />
      )}
    </span>
  )
}
