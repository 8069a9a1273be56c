import { inLanguage, type PinBlocklist, type RegistrationForm } from '@avouch/contract'
import { brand } from '#settings/page-settings.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { About, Ticks } from '#ui/about.tsx'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { FirstFocus, Form } from '#ui/form/form.tsx'
import { FlowPage, Foot } from '#ui/flow-page.tsx'
import { NewPinFields } from '#ui/form/pin-fields.tsx'
import { PhoneField } from '#ui/form/phone-field.tsx'
import { RichText } from '#i18n/rich-text.tsx'
import { type LinkTarget, onLinkClick, ScreenLink } from '#router/link.tsx'

export type RegisterScreenProps = {
  values: RegistrationForm
  blocklist: PinBlocklist
  country: string
  onCountry: (country: string) => void
  onRegister: (values: RegistrationForm) => Promise<void>
  onBegin: () => void
  /** The visitor came back to correct the number. */
  isCorrecting: boolean
  onType: (values: RegistrationForm) => void
  login: LinkTarget
}

const AT_FIELD = { phone_number_exist: 'phoneNumber', invalid_phone_number: 'phoneNumber', invalid_pin: 'pin' } as const

export function RegisterScreen(props: RegisterScreenProps) {
  const { values, blocklist, country, isCorrecting, onCountry, onRegister, onBegin, onType, login } = props
  const t = useTranslate()
  return (
    <FlowPage title={t('register.title')} lede={t('register.lede')} art={<PhoneArt />} about={<WhyNumber />}>
      <Form
        name={t('register.title')}
        rules={async () => (await import('#ui/form/form-schemas.ts')).registrationFormFor(blocklist)}
        defaultValues={values}
        submitLabel={t('register.submit')}
        onSubmit={onRegister}
        onBegin={onBegin}
        onType={onType}
        errorFields={AT_FIELD}
      >
        <PhoneField
          country={country}
          onCountry={onCountry}
          hint={t('register.numberHint')}
          refusals={{ phone_number_exist: <Exists login={login} /> }}
          partOf="pin"
          isUserName
        />
        <NewPinFields pin="pin" repeat="confirmPin" blocklist={blocklist} />
        <div className="grid grid-cols-1 gap-1">
          <CheckField name="acceptTerms" required>
            <Terms />
          </CheckField>
          <CheckField name="consent">{t('register.consent')}</CheckField>
        </div>
        <FirstFocus isCorrecting={isCorrecting} />
      </Form>
      <Foot>
        <span>{t('register.haveAccount')}</span>
        <ScreenLink target={login}>{t('action.login')}</ScreenLink>
      </Foot>
    </FlowPage>
  )
}

function Exists({ login }: { login: LinkTarget }) {
  const t = useTranslate()
  const link = (text: string) => (
    <a href={login.href} onClick={onLinkClick(login.onFollow)} className="link">
      {text}
    </a>
  )
  return <RichText text={t('register.exists')} marks={{ login: link }} />
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
    <About title={t('register.aboutTitle')} art={<PhoneArt />}>
      <p>{t('register.aboutText')}</p>
      <Ticks>{[t('register.aboutAds'), t('register.aboutPrivate')]}</Ticks>
    </About>
  )
}
