import type { Content, Elements } from '@avouch/design/jsx-runtime'
import { adminConfirmEnrolment, adminEnrol, type AdminPerson, PASSWORD_MIN_LENGTH } from '@avouch/contract'
import { BUTTONS, Button } from '@avouch/design/button'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { useTranslate } from '#i18n/language.ts'
import { arrive } from '#router/router.tsx'
import { Copyable } from '#ui/copy.tsx'
import { Form, TextField } from '#ui/form.tsx'
import { Card, Page } from '#ui/page.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { setSession } from './session.ts'

type Made = { recovery_codes: string[]; person: AdminPerson }

type EnrolmentProps = {
  title: string
  lede: Content
  /** The secret of an invitation, sent with the form. */
  invitation?: string
  /** Its fields before e-mail and password. */
  children?: Elements
  /** Stands below the first form. */
  below?: Elements
  onDone: (person: AdminPerson) => void
}

const QR_SIDE_PX = 200

type Begun = NonNullable<ReturnType<typeof keptInTab>>
/** Keeps the sign-up and each invitation apart. */
const nameOf = (invitation = '') => `enrolment ${invitation}`

/** Reads an unfinished enrolment of this tab, which may have been left for the authenticator. */
function keptInTab(name: string) {
  try {
    return adminEnrol.answers[201].safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null')).data
  } catch {
    // The browser has no storage, or the item is not ours.
    return undefined
  }
}

function keepInTab(name: string, begun: Begun | undefined): void {
  try {
    if (begun === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(begun))
  } catch {
    // The browser has no storage, or it is full: a reload starts over.
  }
}

/** Leads to an account in three steps: e-mail and password, authenticator, recovery codes. The server stores nothing before the second. */
export function Enrolment({ title, lede, invitation, children, below, onDone }: EnrolmentProps) {
  const t = useTranslate()
  const name = nameOf(invitation)
  const [begun, setBegun] = useState(() => keptInTab(name))
  const [made, setMade] = useState<Made>()
  function begin(next: Begun | undefined) {
    keepInTab(name, next)
    setBegun(next)
    arrive()
  }

  if (made !== undefined)
    return (
      <Page key="codes" title={t('recovery.title')} lede={t('recovery.lede')}>
        <Card>
          <RecoveryCodes
            codes={made.recovery_codes}
            onDone={() => {
              setSession(made.person)
              onDone(made.person)
            }}
          />
        </Card>
      </Page>
    )
  if (begun !== undefined)
    return (
      <Page key="totp" title={t('totp.title')} lede={t('totp.lede')}>
        <Card>
          <div className="mb-6 flex flex-wrap items-center gap-6">
            <div className="rounded-field bg-white p-4">
              <QRCodeSVG value={begun.totp_url} size={QR_SIDE_PX} marginSize={0} title={t('totp.qr')} />
            </div>
            <div className="min-w-[min(16rem,100%)] flex-1">
              <a href={begun.totp_url} className={`${BUTTONS.secondary} mb-4`}>
                {t('totp.open')}
              </a>
              <p className="mb-2">{t('totp.typed')}</p>
              <Copyable label={t('totp.secret')} text={begun.totp_secret} />
            </div>
          </div>
          <Form
            schema={adminConfirmEnrolment.body}
            read={(values) => ({ ...values, enrolment: begun.enrolment })}
            errorFields={{ wrong_verification: 'code' }}
            submitLabel={t('totp.submit')}
            onSubmit={async (body) => {
              setMade((await call(adminConfirmEnrolment, { body })).data)
              keepInTab(name, undefined)
              arrive()
            }}
          >
            <TextField name="code" inputMode="numeric" autoComplete="one-time-code" label={t('totp.code')} />
          </Form>
          <Button variant="link" className="mt-2" onClick={() => begin(undefined)}>
            {t('totp.again')}
          </Button>
        </Card>
      </Page>
    )
  return (
    <Page key="begin" title={title} lede={lede}>
      <Card>
        <Form
          schema={adminEnrol.body}
          read={(values) => ({ project: null, ...values, invitation: invitation ?? null })}
          errorFields={{ conflict: 'email' }}
          submitLabel={t('enrol.submit')}
          onSubmit={async (body) => {
            begin((await call(adminEnrol, { body })).data)
          }}
        >
          {children}
          <TextField
            name="email"
            type="email"
            autoComplete="username"
            label={t('signIn.email')}
            hint={t('enrol.emailHint')}
          />
          <TextField
            name="password"
            type="password"
            autoComplete="new-password"
            label={t('signIn.password')}
            hint={t('enrol.passwordHint', { length: PASSWORD_MIN_LENGTH })}
          />
        </Form>
      </Card>
      {below}
    </Page>
  )
}
