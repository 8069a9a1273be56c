import { adminListJobs, adminRunJob, type Answer, RUNNABLE_JOBS } from '@avouch/contract'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Confirm } from '#ui/dialog.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { change } from './change.ts'
import { useOperatorQuery } from './queries.ts'
import { useDuties } from './role.ts'

type Job = Answer<typeof adminListJobs>['data']['data'][number]

/** Lists the servers' background jobs. */
export function JobsPage() {
  const t = useTranslate()
  const query = useOperatorQuery('jobs', async () => (await call(adminListJobs)).data.data)
  const columns = useColumns()
  return (
    <Page title={t('jobs.title')} lede={t('jobs.lede')}>
      <Card>
        <Loaded query={query}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title={t('jobs.none')} />
            ) : (
              <Table caption={t('jobs.title')} rows={rows} keyOf={({ name }) => name} columns={columns} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}

function useColumns(): Column<Job>[] {
  const t = useTranslate()
  const { time, number } = useFormat()
  const { isOperator } = useDuties()
  const run: Column<Job> = { title: t('table.actions'), renderCell: ({ name }) => <Run name={name} /> }
  return [
    {
      title: t('jobs.name'),
      renderCell: ({ name }) => (
        <code translate="no" className="font-mono text-note">
          {name}
        </code>
      ),
    },
    {
      title: t('jobs.last'),
      renderCell: ({ last_done_at }) => (last_done_at === null ? t('jobs.never') : time(last_done_at)),
    },
    {
      title: t('jobs.took'),
      numeric: true,
      renderCell: ({ last_ms }) => (last_ms === null ? '–' : t('jobs.ms', { count: number(last_ms) })),
    },
    { title: t('jobs.waiting'), numeric: true, renderCell: ({ waiting, running }) => number(waiting + running) },
    {
      title: t('jobs.failed'),
      numeric: true,
      renderCell: ({ failed }) =>
        failed === 0 ? '0' : <strong className="font-[650] text-danger">{number(failed)}</strong>,
    },
    { title: t('jobs.next'), renderCell: ({ next_at }) => (next_at === null ? '–' : time(next_at)) },
    ...(isOperator ? [run] : []),
  ]
}

function Run({ name: job }: { name: string }) {
  const t = useTranslate()
  const name = RUNNABLE_JOBS.find((one) => one === job)
  if (name === undefined) return <span>–</span>
  return (
    <Confirm
      label={t('jobs.run')}
      about={name}
      title={t('jobs.runTitle')}
      text={t('jobs.runText')}
      action={t('jobs.run')}
      onConfirm={() => change(() => call(adminRunJob, { params: { name } }), t('jobs.started'))}
    />
  )
}
