import { adminVerifyAudit, type Answer } from '@avouch/contract'
import { Notice } from '@avouch/design/notice'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Copyable } from '#ui/copy.tsx'
import { Form, TextField } from '#ui/form.tsx'
import { Card } from '#ui/page.tsx'

type Verified = Answer<typeof adminVerifyAudit>['data']

/** Verifies the chain, and shows its end, to be noted elsewhere. */
export function VerifyAudit() {
  const t = useTranslate()
  const [verified, setVerified] = useState<Verified>()
  return (
    <Card title={t('audit.verify')} lede={t('audit.verifyText')}>
      <Form
        schema={adminVerifyAudit.body}
        read={({ head = '' }) => ({ head: head.trim() === '' ? null : head.trim() })}
        submitLabel={t('audit.run')}
        submitVariant="secondary"
        onSubmit={async (body) => {
          setVerified(undefined)
          setVerified((await call(adminVerifyAudit, { body })).data)
        }}
      >
        <TextField name="head" autoComplete="off" spellCheck={false} label={t('audit.head')} />
      </Form>
      {verified === undefined ? null : (
        <div className="mt-5">
          <Outcome of={verified} />
        </div>
      )}
    </Card>
  )
}

function Outcome({ of: { events, head, broken_at } }: { of: Verified }) {
  const t = useTranslate()
  const { number } = useFormat()
  if (broken_at !== null)
    return (
      <Notice kind="error" title={t('audit.broken')}>
        {t('audit.brokenText', { seq: broken_at })}
      </Notice>
    )
  return (
    <Notice kind="info" title={t('audit.whole')}>
      <p className="mb-3">{t('audit.wholeText', { count: number(events) })}</p>
      <Copyable label={t('audit.head')} text={head} />
    </Notice>
  )
}
