import { Fragment } from 'react'
import { adminListSwitches, adminSetSwitch, type OperatorSwitch } from '@avouch/contract'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Badge } from '#ui/badge.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Loaded } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { change } from './change.ts'
import { useOperatorQuery } from './queries.ts'
import { useDuties } from './role.ts'

type Switch = { name: OperatorSwitch; value: '0' | '1'; changed_at: string | null }

/** Turns the switches of the running product. */
export function SwitchesPage() {
  const t = useTranslate()
  const query = useOperatorQuery('switches', async () => (await call(adminListSwitches)).data.data)
  const columns = useColumns()
  return (
    <Page title={t('switches.title')} lede={t('switches.lede')}>
      <Card>
        <Loaded query={query}>
          {(rows) => <Table caption={t('switches.title')} rows={rows} keyOf={({ name }) => name} columns={columns} />}
        </Loaded>
      </Card>
    </Page>
  )
}

function useColumns(): Column<Switch>[] {
  const t = useTranslate()
  const { minute } = useFormat()
  const { isOperator } = useDuties()
  const turn: Column<Switch> = {
    title: t('table.actions'),
    renderCell: ({ name, value }) => (
      <Confirm
        label={value === '1' ? t('switches.turnOff') : t('switches.turnOn')}
        about={t(`switch.${name}`)}
        title={t('switches.ask')}
        text={t(`switch.${name}.text`)}
        action={value === '1' ? t('switches.turnOff') : t('switches.turnOn')}
        onConfirm={() =>
          change(
            () => call(adminSetSwitch, { params: { name }, body: { value: value === '1' ? '0' : '1' } }),
            t('switches.done'),
          )
        }
      />
    ),
  }
  return [
    {
      title: t('switches.name'),
      renderCell: ({ name }) => (
        <Fragment>
          <span className="font-[600]">{t(`switch.${name}`)}</span>
          <span className="block text-note text-ink-soft">{t(`switch.${name}.text`)}</span>
        </Fragment>
      ),
    },
    {
      title: t('switches.state'),
      renderCell: ({ value }) =>
        value === '1' ? <Badge look="open">{t('switches.on')}</Badge> : <Badge look="off">{t('switches.off')}</Badge>,
    },
    {
      title: t('switches.changed'),
      renderCell: ({ changed_at }) => (changed_at === null ? t('switches.never') : minute(changed_at)),
    },
    ...(isOperator ? [turn] : []),
  ]
}
