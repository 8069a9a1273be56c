import type { Content } from '@avouch/design/jsx-runtime'
import type { AdminLimit } from '@avouch/contract'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Badge, type BadgeLook } from '#ui/badge.tsx'
import { type Column, Table } from '#ui/table.tsx'

const BADGE_OF_STATE: Record<AdminLimit['state'], BadgeLook> = { free: 'good', harder_captcha: 'warn', full: 'bad' }

type LimitTableProps = {
  caption: string
  rows: readonly AdminLimit[]
  /** Renders the action for one of them. */
  renderAction?: (limit: AdminLimit) => Content
}

/** Shows limits in use, with their level and their end. */
export function LimitTable({ caption, rows, renderAction }: LimitTableProps) {
  const t = useTranslate()
  const { minute, number } = useFormat()
  const columns: Column<AdminLimit>[] = [
    {
      title: t('limits.rule'),
      renderCell: ({ rule }) => (
        <code translate="no" className="font-mono text-note">
          {rule}
        </code>
      ),
    },
    {
      title: t('limits.of'),
      renderCell: ({ of }) => t(`limitOf.${of}`),
    },
    {
      title: t('limits.used'),
      numeric: true,
      renderCell: ({ used, allowed }) => t('limits.usedOf', { used: number(used), allowed: number(allowed) }),
    },
    {
      title: t('limits.state'),
      renderCell: ({ state }) => <Badge look={BADGE_OF_STATE[state]}>{t(`limits.${state}`)}</Badge>,
    },
    {
      title: t('limits.next'),
      renderCell: ({ next_at }) => (next_at === null ? t('limits.byEvent') : minute(next_at)),
    },
  ]
  const action: Column<AdminLimit>[] =
    renderAction === undefined ? [] : [{ title: t('table.actions'), renderCell: renderAction }]
  return <Table caption={caption} rows={numbered(rows)} keyOf={({ key }) => key} columns={[...columns, ...action]} />
}

/** One limit may count a caller in several ways. */
const numbered = (rows: readonly AdminLimit[]) => rows.map((row, at) => ({ ...row, key: `${row.rule} ${at}` }))
