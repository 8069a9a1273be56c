import { INTENT_STATUSES } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { INPUT, LABEL } from '@avouch/design/field'
import { type FormEvent, useState } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { Card, Page } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { PagedTable } from '#ui/table.tsx'
import { useCheckColumns } from './check-table.tsx'
import { useRights } from './project.tsx'
import { type CheckFilter, useChecks } from './queries.ts'

const textIn = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** Lists checks, the newest first, with a search by the website's reference. */
export function ChecksPage() {
  const t = useTranslate()
  const { id } = useRights()
  const [filter, setFilter] = useState<CheckFilter>({})
  const checks = useChecks(id, filter)
  const columns = useCheckColumns()

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const mode = (['live', 'test'] as const).find((one) => one === textIn(form, 'mode'))
    const status = INTENT_STATUSES.find((one) => one === textIn(form, 'status'))
    const reference = textIn(form, 'reference')
    setFilter({ ...(mode && { mode }), ...(status && { status }), ...(reference !== '' && { reference }) })
  }

  return (
    <Page title={t('checks.title')} lede={t('checks.lede')}>
      <Card>
        <form
          role="search"
          onSubmit={search}
          className="mb-5 grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-[2fr_1fr_1fr_auto]"
        >
          <label className="grid gap-1.5">
            <span className={LABEL}>{t('checks.reference')}</span>
            <input name="reference" type="search" maxLength={200} className={INPUT} />
          </label>
          <label className="grid gap-1.5">
            <span className={LABEL}>{t('checks.status')}</span>
            <select name="status" className={INPUT}>
              <option value="">{t('filter.all')}</option>
              {INTENT_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {t(`checkStatus.${status}`)}
                </option>
              ))}
            </select>
          </label>
          <label className="grid gap-1.5">
            <span className={LABEL}>{t('checks.mode')}</span>
            <select name="mode" className={INPUT}>
              <option value="">{t('filter.all')}</option>
              <option value="test">{t('mode.test')}</option>
              <option value="live">{t('mode.live')}</option>
            </select>
          </label>
          <Button type="submit" variant="secondary">
            {t('filter.search')}
          </Button>
        </form>
        <PagedTable
          caption={t('checks.title')}
          query={checks}
          columns={columns}
          keyOf={(check) => check.id}
          empty={<Empty title={t('checks.none')}>{t('checks.noneText')}</Empty>}
        />
      </Card>
    </Page>
  )
}
