import { type LoginForm, loginForm } from '@avouch/contract'
import type { LinkTarget } from '#router/link.tsx'
import { useTranslate } from '#i18n/language.ts'
import { writtenPhone } from '#ui/phone.ts'
import { About } from '#ui/about.tsx'
import { Form } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page.tsx'
import { PhoneField } from '#ui/phone-field.tsx'
import { PinField } from '#ui/pin-field.tsx'
import { ScreenLink } from '#router/link.tsx'

export type LoginScreenProps = {
  values: LoginForm
  country: string
  /** The visitor was logged out by an expired session. */
  expired: boolean
  onCountry: (country: string) => void
  onLogin: (values: LoginForm) => Promise<void>
  onBegin: () => void
  onLeave: (values: LoginForm) => void
  register: LinkTarget
  forgotPin: LinkTarget
}

const AT_FIELD = {
  phone_number_does_not_exist: 'phoneNumber',
  invalid_phone_number: 'phoneNumber',
} as const

/** For the message that no SMS reached it. */
const wholeNumber = ({ countryCode, phoneNumber }: LoginForm) => ({ phone: writtenPhone(countryCode, phoneNumber) })

export function LoginScreen(props: LoginScreenProps) {
  const { values, country, expired, onCountry, onLogin, onBegin, onLeave, register, forgotPin } = props
  const t = useTranslate()
  return (
    <Page
      title={t('login.title')}
      lede={t('login.lede')}
      aside={
        <About title={t('login.aboutTitle')}>
          <p>{t('login.aboutText')}</p>
        </About>
      }
    >
      {expired ? (
        <div className="mt-6">
          <Notice kind="info" title={t('login.expired')}>
            {t('login.expiredText')}
          </Notice>
        </div>
      ) : null}
      <Form
        schema={loginForm}
        defaultValues={values}
        submitLabel={t('action.login')}
        onSubmit={onLogin}
        onBegin={onBegin}
        onLeave={onLeave}
        errorFields={AT_FIELD}
        errorSlots={wholeNumber}
      >
        <PhoneField countryName="countryCode" numberName="phoneNumber" country={country} onCountry={onCountry} />
        <PinField name="pin" label={t('pin.label')} autoComplete="current-password" />
      </Form>
      <p className="mt-5">
        <ScreenLink target={forgotPin}>{t('login.forgotPin')}</ScreenLink>
      </p>
      <p className="mt-5 flex flex-wrap items-center gap-x-1.5 text-ink-soft">
        {t('login.noAccount')}
        <ScreenLink target={register}>{t('login.register')}</ScreenLink>
      </p>
    </Page>
  )
}
