import { type AdminPerson, adminSignIn } from '@avouch/contract'
import { call } from '#api/client.ts'
import { SessionNotKept } from '#api/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { Form, TextField } from '#ui/form.tsx'
import { readSession, setSession } from './session.ts'

/** Takes e-mail, password and a code. The server refuses them as a whole. */
export function SignInForm({ onSignedIn }: { onSignedIn?: (person: AdminPerson) => Promise<void> }) {
  const t = useTranslate()
  return (
    <Form
      schema={adminSignIn.body}
      submitLabel={t('signIn.submit')}
      onSubmit={async (body) => {
        const { data } = await call(adminSignIn, { body })
        if ((await readSession()) === null) throw new SessionNotKept()
        if (onSignedIn === undefined) setSession(data)
        else await onSignedIn(data)
      }}
    >
      <TextField name="email" type="email" autoComplete="username" label={t('signIn.email')} />
      <TextField name="password" type="password" autoComplete="current-password" label={t('signIn.password')} />
      <TextField
        name="code"
        autoComplete="one-time-code"
        spellCheck={false}
        label={t('signIn.code')}
        hint={t('signIn.codeHint')}
      />
    </Form>
  )
}
