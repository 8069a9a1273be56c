import type { AdminCheck, IntentStatus } from '@avouch/contract'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Link } from '#router/router.tsx'
import { Badge, type BadgeLook } from '#ui/badge.tsx'
import type { Column } from '#ui/table.tsx'
import { Table } from '#ui/table.tsx'
import { projectPath, useRights } from './project.tsx'

const BADGE_OF_STATUS: Record<IntentStatus, BadgeLook> = {
  created: 'open',
  bound: 'open',
  reserved: 'open',
  confirmed: 'good',
  executed: 'good',
  denied: 'bad',
  expired: 'off',
  cancelled: 'off',
}

export function CheckStatus({ status }: { status: IntentStatus }) {
  const t = useTranslate()
  return <Badge look={BADGE_OF_STATUS[status]}>{t(`checkStatus.${status}`)}</Badge>
}

/** Columns of every list of checks. */
export function useCheckColumns(): readonly Column<AdminCheck>[] {
  const t = useTranslate()
  const { id: project } = useRights()
  const { time } = useFormat()
  return [
    {
      title: t('checks.asked'),
      renderCell: ({ id, created_at }) => (
        <Link href={projectPath(project, 'checks', id)} className="link md:whitespace-nowrap">
          {time(created_at)}
        </Link>
      ),
    },
    { title: t('checks.status'), renderCell: ({ status }) => <CheckStatus status={status} /> },
    {
      title: t('checks.reference'),
      renderCell: ({ reference }) => <span className="wrap-anywhere">{reference ?? '–'}</span>,
    },
    { title: t('checks.age'), numeric: true, renderCell: ({ minimum_age }) => minimum_age ?? '–' },
    { title: t('checks.mode'), renderCell: ({ live }) => (live ? t('mode.live') : t('mode.test')) },
  ]
}

export function CheckTable({ rows }: { rows: readonly AdminCheck[] }) {
  const t = useTranslate()
  return <Table caption={t('checks.title')} columns={useCheckColumns()} rows={rows} keyOf={({ id }) => id} />
}
