import { Fragment } from 'react'
import { adminListInstallationKeys, type InstallationKey } from '@avouch/contract'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Card, Page } from '#ui/page.tsx'
import { Loaded } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useOperatorQuery } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000

/** The keys of the installation, and how old they are. */
export function InstallationKeysPage() {
  const t = useTranslate()
  const { number, day } = useFormat()
  const query = useOperatorQuery('keys', async () => (await call(adminListInstallationKeys)).data.data)
  const aged = (moment: string) => {
    const days = Math.max(0, Math.floor((query.dataUpdatedAt - Date.parse(moment)) / DAY_MS))
    return (
      <Fragment>
        <span>{day(moment)}</span>
        <span className="block text-note text-ink-soft">{t('installationKeys.age', { days: number(days) })}</span>
      </Fragment>
    )
  }
  const workOf = ({ does }: InstallationKey) =>
    does.length === 0 ? t('keyWork.none') : does.map((work) => t(`keyWork.${work}`)).join(', ')
  return (
    <Page title={t('installationKeys.title')} lede={t('installationKeys.lede')}>
      <Card>
        <Loaded query={query}>
          {(rows) => (
            <Table
              caption={t('installationKeys.title')}
              rows={rows}
              keyOf={({ purpose, id }) => `${purpose} ${id}`}
              columns={[
                {
                  title: t('installationKeys.id'),
                  renderCell: ({ id }) => (
                    <code translate="no" className="font-mono text-note md:whitespace-nowrap">
                      {id}
                    </code>
                  ),
                },
                { title: t('installationKeys.purpose'), renderCell: ({ purpose }) => t(`purpose.${purpose}`) },
                { title: t('installationKeys.does'), renderCell: workOf },
                {
                  title: t('installationKeys.created'),
                  renderCell: ({ created_on }) =>
                    created_on === null ? t('installationKeys.unknown') : aged(created_on),
                },
                {
                  title: t('installationKeys.since'),
                  renderCell: ({ in_use_since }) => (in_use_since === null ? '–' : aged(in_use_since)),
                },
              ]}
            />
          )}
        </Loaded>
      </Card>
    </Page>
  )
}
