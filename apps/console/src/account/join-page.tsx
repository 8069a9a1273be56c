import { adminAcceptInvitation, type AdminPerson, adminReadInvitation } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { errorText } from '#api/error-text.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { arrive } from '#router/router.tsx'
import { Card, Page } from '#ui/page.tsx'
import { Loaded } from '#ui/states.tsx'
import { Enrolment } from './enrolment.tsx'
import { setSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

type JoinProps = { person: AdminPerson | null; onDone: (person: AdminPerson) => void }

/** Accepts an invitation. Its secret is in the fragment of the link, which no browser sends and no log has. */
export function JoinPage({ person, onDone }: JoinProps) {
  const [invitation] = useState(() => window.location.hash.slice(1))
  const t = useTranslate()
  const { minute } = useFormat()
  const [hasAccount, setHasAccount] = useState(false)
  const [failure, setFailure] = useState<string>()
  const query = useQuery({
    queryKey: ['invitation', invitation],
    queryFn: async () => (await call(adminReadInvitation, { body: { invitation } })).data,
    staleTime: Infinity,
  })

  /** Marks an arrival: the other form replaces this one, which had the focus. */
  function show(signIn: boolean) {
    arrive()
    setHasAccount(signIn)
  }

  async function accept() {
    const { data } = await call(adminAcceptInvitation, { body: { invitation } })
    setSession(data)
    onDone(data)
  }

  return (
    <div className="mx-auto max-w-[38rem]">
      <Loaded query={query}>
        {({ role, project, expires_at }) => {
          const title = project === null ? t('join.installation') : t('join.project', { project: project.name })
          const lede = t('join.lede', { role: t(`role.${role}`), time: minute(expires_at) })
          if (person !== null)
            return (
              <Page title={title} lede={lede}>
                {failure === undefined ? null : <Notice kind="error">{failure}</Notice>}
                <Button
                  className="justify-self-start"
                  onClick={() => void accept().catch((error: unknown) => setFailure(errorText(t, error)))}
                >
                  {t('join.accept', { email: person.email })}
                </Button>
              </Page>
            )
          if (hasAccount)
            return (
              <Page key="account" title={t('signIn.title')} lede={title}>
                <Card>
                  <SignInForm onSignedIn={accept} />
                </Card>
                <Button variant="link" className="justify-self-start" onClick={() => show(false)}>
                  {t('join.newAccount')}
                </Button>
              </Page>
            )
          return (
            <Enrolment
              title={title}
              lede={lede}
              invitation={invitation}
              onDone={onDone}
              below={
                <Button variant="link" className="justify-self-start" onClick={() => show(true)}>
                  {t('join.haveAccount')}
                </Button>
              }
            />
          )
        }}
      </Loaded>
    </div>
  )
}
