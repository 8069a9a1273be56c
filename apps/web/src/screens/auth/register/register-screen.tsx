import { inLanguage, type PinBlocklist, type RegistrationForm, registrationFormFor } from '@avouch/contract'
import { useMemo } from 'react'
import { brand } from '#settings/brand.ts'
import type { LinkTarget } from '#router/link.tsx'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { About } from '#ui/about.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { Form } from '#ui/form.tsx'
import { Page } from '#ui/page.tsx'
import { PhoneField } from '#ui/phone-field.tsx'
import { PIN_HINTS, PinField, REPEAT_ERRORS } from '#ui/pin-field.tsx'
import { RichText } from '#i18n/rich-text.tsx'
import { ScreenLink } from '#router/link.tsx'

export type RegisterScreenProps = {
  values: RegistrationForm
  blocklist: PinBlocklist
  country: string
  onCountry: (country: string) => void
  onRegister: (values: RegistrationForm) => Promise<void>
  onBegin: () => void
  onLeave: (values: RegistrationForm) => void
  login: LinkTarget
}

const AT_FIELD = { phone_number_exist: 'phoneNumber', invalid_phone_number: 'phoneNumber', invalid_pin: 'pin' } as const

export function RegisterScreen(props: RegisterScreenProps) {
  const { values, blocklist, country, onCountry, onRegister, onBegin, onLeave, login } = props
  const t = useTranslate()
  const schema = useMemo(() => registrationFormFor(blocklist), [blocklist])
  return (
    <Page title={t('register.title')} lede={t('register.lede')} aside={<WhyNumber />}>
      <Form
        schema={schema}
        defaultValues={values}
        submitLabel={t('register.submit')}
        onSubmit={onRegister}
        onBegin={onBegin}
        onLeave={onLeave}
        errorFields={AT_FIELD}
      >
        <PhoneField
          countryName="countryCode"
          numberName="phoneNumber"
          country={country}
          onCountry={onCountry}
          partOf="pin"
        />
        <PinField
          name="pin"
          label={t('pin.label')}
          hint={t(PIN_HINTS[blocklist])}
          autoComplete="new-password"
          repeatedIn="confirmPin"
        />
        <PinField name="confirmPin" label={t('pin.repeat')} autoComplete="new-password" errors={REPEAT_ERRORS} />
        <CheckField name="acceptTerms" required>
          <Terms />
        </CheckField>
        <CheckField name="consent">{t('register.consent')}</CheckField>
      </Form>
      <p className="mt-5 flex flex-wrap items-center gap-x-1.5 text-ink-soft">
        {t('register.haveAccount')}
        <ScreenLink target={login}>{t('action.login')}</ScreenLink>
      </p>
    </Page>
  )
}

function Terms() {
  const t = useTranslate()
  const language = useLanguage()
  const link = (name: 'terms' | 'privacy') => (text: string) => (
    <a href={inLanguage(brand.links[name], language)} target="_blank" rel="noopener noreferrer" className="link">
      {text}
    </a>
  )
  return <RichText text={t('register.terms')} marks={{ terms: link('terms'), privacy: link('privacy') }} />
}

function WhyNumber() {
  const t = useTranslate()
  return (
    <About title={t('register.aboutTitle')}>
      <p>{t('register.aboutText')}</p>
      <ul className="grid grid-cols-1 list-disc gap-1.5 ps-5">
        <li>{t('register.aboutAds')}</li>
        <li>{t('register.aboutSpeed')}</li>
      </ul>
    </About>
  )
}
