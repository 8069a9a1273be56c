import type { adminUsage, Answer } from '@avouch/contract'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { useRights } from './project.tsx'
import { useUsage } from './queries.ts'

type Month = Answer<typeof adminUsage>['data']['data'][number]

/** Checks of each month, live and test. */
export function UsagePage() {
  const t = useTranslate()
  const { id } = useRights()
  const { number, minute, utcMonth } = useFormat()
  const usage = useUsage(id)
  const until = usage.data?.counted_until
  const count = (title: string, of: (month: Month) => number): Column<Month> => ({
    title,
    numeric: true,
    renderCell: (month) => number(of(month)),
  })
  const columns = [
    { title: t('usage.month'), renderCell: ({ month }: Month) => utcMonth(month) },
    count(t('usage.live'), ({ live }) => live.asked),
    count(t('usage.liveAnswered'), ({ live }) => live.answered),
    count(t('usage.test'), ({ test }) => test.asked),
    count(t('usage.testAnswered'), ({ test }) => test.answered),
  ]
  return (
    <Page title={t('usage.title')} lede={until ? t('conversion.until', { time: minute(until) }) : t('usage.lede')}>
      <Card>
        <Loaded query={usage}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty title={t('checks.none')}>{t('checks.noneText')}</Empty>
            ) : (
              <Table caption={t('usage.title')} rows={data} keyOf={({ month }) => month} columns={columns} />
            )
          }
        </Loaded>
      </Card>
    </Page>
  )
}
