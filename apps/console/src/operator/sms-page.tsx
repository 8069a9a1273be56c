import { adminListSmsLimits, adminSmsSpend, type Answer } from '@avouch/contract'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { CallerLimits } from './caller-limits.tsx'
import { LimitTable } from './limit-table.tsx'
import { useOperatorQuery } from './queries.ts'
import { useDuties } from './role.ts'

type Spent = Answer<typeof adminSmsSpend>['data']['data'][number]
type Sum = { name: string; sms: number; failed: number; cents: number }

/** Shows the costs and limits of SMS, and the limits of a caller. */
export function SmsPage() {
  const t = useTranslate()
  const { isOperator } = useDuties()
  const limits = useOperatorQuery('sms limits', async () => (await call(adminListSmsLimits)).data.data)
  return (
    <Page title={t('sms.title')} lede={t('sms.lede')}>
      {isOperator ? <CallerLimits /> : null}
      <Card title={t('sms.limits')} lede={t('sms.limitsText')}>
        <Loaded query={limits}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title={t('sms.noLimits')} />
            ) : (
              <LimitTable caption={t('sms.limits')} rows={rows} />
            )
          }
        </Loaded>
      </Card>
      <Delivery />
      <Spending />
    </Page>
  )
}

const useSms = () => useOperatorQuery('sms', async () => (await call(adminSmsSpend)).data)

function Delivery() {
  const t = useTranslate()
  const { number, percent } = useFormat()
  return (
    <Card title={t('sms.delivery')} lede={t('sms.deliveryText')}>
      <Loaded query={useSms()}>
        {({ delivery }) =>
          delivery.length === 0 ? (
            <Empty title={t('sms.noDelivery')}>{t('sms.noDeliveryText')}</Empty>
          ) : (
            <Table
              caption={t('sms.delivery')}
              rows={delivery}
              keyOf={({ country, gateway }) => `${country} ${gateway}`}
              columns={[
                { title: t('sms.country'), renderCell: ({ country }) => country },
                { title: t('sms.gateway'), renderCell: ({ gateway }) => gateway },
                { title: t('sms.accepted'), numeric: true, renderCell: ({ accepted }) => number(accepted) },
                { title: t('sms.delivered'), numeric: true, renderCell: ({ delivered }) => number(delivered) },
                { title: t('sms.undelivered'), numeric: true, renderCell: ({ undelivered }) => number(undelivered) },
                {
                  title: t('sms.share'),
                  numeric: true,
                  renderCell: ({ accepted, delivered }) =>
                    accepted === 0 ? '–' : percent(Math.min(1, delivered / accepted)),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  )
}

function Spending() {
  const t = useTranslate()
  const { money, day } = useFormat()
  const query = useSms()
  return (
    <Card title={t('sms.spent')} lede={query.data && t('sms.total', { money: money(query.data.cents) })}>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t('sms.noneSpent')} />
          ) : (
            <div className="grid grid-cols-1 gap-8">
              <Sums title={t('sms.byDay')} head={t('sms.day')} rows={sumsOf(data, 'day').toReversed()} show={day} />
              <Sums
                title={t('sms.byCountry')}
                head={t('sms.country')}
                rows={sumsOf(data, 'country').toSorted((a, b) => b.cents - a.cents)}
                show={(name) => name}
              />
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}

type SumsProps = { title: string; head: string; rows: readonly Sum[]; show: (name: string) => string }

function Sums({ title, head, rows, show }: SumsProps) {
  const t = useTranslate()
  const { number, money } = useFormat()
  return (
    <div>
      <h3 className="mb-2 font-[650]">{title}</h3>
      <Table
        caption={title}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { title: head, renderCell: ({ name }) => show(name) },
          { title: t('sms.count'), numeric: true, renderCell: ({ sms }) => number(sms) },
          { title: t('sms.failed'), numeric: true, renderCell: ({ failed }) => number(failed) },
          { title: t('sms.cost'), numeric: true, renderCell: ({ cents }) => money(cents) },
        ]}
      />
    </div>
  )
}

/** Sums SMS of the same day, or to the same country. */
function sumsOf(spent: readonly Spent[], by: 'day' | 'country'): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { outcome, sms, cents, ...row } of spent) {
    const name = row[by]
    const sum = sums.get(name) ?? { name, sms: 0, failed: 0, cents: 0 }
    const failed = outcome === 'accepted' ? 0 : sms
    sums.set(name, { name, sms: sum.sms + sms, failed: sum.failed + failed, cents: sum.cents + cents })
  }
  return [...sums.values()]
}
