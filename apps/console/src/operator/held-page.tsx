import { adminListHeld, adminRestoreAccount } from '@avouch/contract'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Confirm } from '#ui/dialog.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Empty, Loaded } from '#ui/states.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { change } from './change.ts'
import { AccountId } from './account-id.tsx'
import { OneAccount } from './one-account.tsx'
import { useOperatorQuery } from './queries.ts'
import { Reviews } from './reviews.tsx'
import { useDuties } from './role.ts'

type Held = { id: string; erase_after: string }

/** Lists accounts that wait for a person: held ones, and reviews. */
export function HeldPage() {
  const t = useTranslate()
  const { isReviewer } = useDuties()
  return (
    <Page title={t('held.title')} lede={t('held.lede')}>
      <HeldAccounts />
      <Reviews />
      {isReviewer ? <OneAccount /> : null}
    </Page>
  )
}

function HeldAccounts() {
  const t = useTranslate()
  const { minute } = useFormat()
  const { isReviewer } = useDuties()
  const query = useOperatorQuery('held', async () => (await call(adminListHeld)).data.data)
  const restore: Column<Held> = {
    title: t('table.actions'),
    renderCell: ({ id }) => (
      <Confirm
        label={t('held.restore')}
        about={id}
        title={t('held.restoreTitle')}
        text={t('held.restoreText')}
        action={t('held.restore')}
        onConfirm={() => change(() => call(adminRestoreAccount, { params: { id } }), t('held.restored'))}
      />
    ),
  }
  return (
    <Card title={t('held.held')} lede={t('held.heldText')}>
      <Loaded query={query}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('held.none')} />
          ) : (
            <Table
              caption={t('held.held')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: t('held.account'), renderCell: AccountId },
                { title: t('held.erased'), renderCell: ({ erase_after }) => minute(erase_after) },
                ...(isReviewer ? [restore] : []),
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
