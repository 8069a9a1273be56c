import { adminChangePassword, adminRenewRecoveryCodes, type AdminPerson, PASSWORD_MIN_LENGTH } from '@avouch/contract'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { client, SESSION } from '#api/query.ts'
import { useTranslate } from '#i18n/language.ts'
import { Form, TextField } from '#ui/form.tsx'
import { Card, Page } from '#ui/page.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { setSession } from './session.ts'

/** Changes password and recovery codes of the signed-in person. */
export function SecurityPage({ person }: { person: AdminPerson }) {
  const t = useTranslate()
  const [codes, setCodes] = useState<string[]>()
  const code = (
    <TextField name="code" autoComplete="one-time-code" label={t('signIn.code')} hint={t('signIn.codeHint')} />
  )
  const password = (
    <TextField name="password" type="password" autoComplete="current-password" label={t('security.oldPassword')} />
  )
  return (
    <Page title={t('security.title')} lede={t('security.lede', { email: person.email })}>
      <Card title={t('security.recovery')} lede={t('security.codesLeft', { count: person.recovery_codes })}>
        {codes === undefined ? (
          <Form
            schema={adminRenewRecoveryCodes.body}
            submitLabel={t('security.newCodes')}
            submitVariant="secondary"
            onSubmit={async (body) => setCodes((await call(adminRenewRecoveryCodes, { body })).data.recovery_codes)}
          >
            {password}
            {code}
          </Form>
        ) : (
          <RecoveryCodes
            codes={codes}
            onDone={() => {
              setCodes(undefined)
              client.invalidateQueries({ queryKey: SESSION }).catch(reportError)
            }}
          />
        )}
      </Card>
      <Card title={t('security.password')} lede={t('security.passwordLede')}>
        <Form
          schema={adminChangePassword.body}
          submitLabel={t('security.changePassword')}
          submitVariant="secondary"
          onSubmit={async (body) => {
            await call(adminChangePassword, { body })
            setSession(null)
          }}
        >
          {password}
          <TextField
            name="new_password"
            type="password"
            autoComplete="new-password"
            label={t('security.newPassword')}
            hint={t('enrol.passwordHint', { length: PASSWORD_MIN_LENGTH })}
          />
          {code}
        </Form>
      </Card>
    </Page>
  )
}
