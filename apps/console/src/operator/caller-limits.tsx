import { adminExplainLimits, type AdminLimit, adminReleaseLimits } from '@avouch/contract'
import { Fragment, useState } from 'react'
import { call } from '#api/client.ts'
import { useTranslate } from '#i18n/language.ts'
import { announce } from '#ui/announce.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Form, TextField } from '#ui/form.tsx'
import { Card } from '#ui/page.tsx'
import { Empty } from '#ui/states.tsx'
import { LimitTable } from './limit-table.tsx'

type Explained = { caller: string; rows: readonly AdminLimit[] }

/** Shows the limits of a caller. The typed text is sent in a body, and kept in memory alone. */
export function CallerLimits() {
  const t = useTranslate()
  const [explained, setExplained] = useState<Explained>()
  const explain = async (caller: string) =>
    setExplained({ caller, rows: (await call(adminExplainLimits, { body: { caller } })).data.data })
  return (
    <Card title={t('limits.title')} lede={t('limits.lede')}>
      <Form
        schema={adminExplainLimits.body}
        errorFields={{ invalid_request: 'caller' }}
        submitLabel={t('limits.explain')}
        submitVariant="secondary"
        onSubmit={({ caller }) => explain(caller)}
      >
        <TextField name="caller" autoComplete="off" spellCheck={false} label={t('limits.caller')} />
      </Form>
      {explained === undefined ? null : (
        <div className="mt-6">
          <Found explained={explained} onReleased={() => explain(explained.caller)} />
        </div>
      )}
    </Card>
  )
}

type FoundProps = { explained: Explained; onReleased: () => Promise<void> }

function Found({ explained: { caller, rows }, onReleased }: FoundProps) {
  const t = useTranslate()
  if (rows.length === 0) return <Empty title={t('limits.none')} />
  const release = async (rule: string | null) => {
    await call(adminReleaseLimits, { body: { caller, rule } })
    announce(t('limits.released'))
    await onReleased()
  }
  const asking = { title: t('limits.releaseTitle'), text: t('limits.releaseText'), action: t('limits.release') }
  return (
    <Fragment>
      <LimitTable
        caption={t('limits.title')}
        rows={rows}
        renderAction={({ rule }) => (
          <Confirm {...asking} label={t('limits.release')} about={rule} onConfirm={() => release(rule)} />
        )}
      />
      <div className="mt-4">
        <Confirm {...asking} label={t('limits.releaseAll')} onConfirm={() => release(null)} />
      </div>
    </Fragment>
  )
}
