import type { LoginForm } from '@avouch/contract'
import { type LinkTarget, ScreenLink } from '#router/link.tsx'
import { useTranslate } from '#i18n/language.ts'
import { writtenPhone } from '#ui/numbers/phone.ts'
import { About } from '#ui/about.tsx'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { FirstFocus, Form } from '#ui/form/form.tsx'
import { FlowPage, Foot } from '#ui/flow-page.tsx'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { PhoneField } from '#ui/form/phone-field.tsx'
import { PinField } from './pin-field.tsx'
import type { PasskeyButton } from './use-passkey-log-in.ts'
import { usePart } from '#ui/use-part.ts'

export type LoginScreenProps = {
  values: LoginForm
  country: string
  /** The visitor was logged out by an expired session. */
  expired: boolean
  /** Refused log-ins on this page, whatever the number: the count tells nothing about an account. */
  refused: number
  /** The operator has locked the account: only a person can help. */
  locked: boolean
  onCountry: (country: string) => void
  onLogin: (values: LoginForm) => Promise<void>
  onBegin: () => void
  /** The visitor came back to correct the number. */
  isCorrecting: boolean
  onType: (values: LoginForm) => void
  /** Undefined where no passkey can be used. */
  passkey: PasskeyButton | undefined
  /** The browser offers passkeys in the field of the number. */
  isPasskeyInField: boolean
  register: LinkTarget
  forgotPin: LinkTarget
}

const rules = async () => (await import('#ui/form/form-schemas.ts')).loginForm
const AT_FIELD = {
  phone_number_does_not_exist: 'phoneNumber',
  invalid_phone_number: 'phoneNumber',
  wrong_login_info: 'pin',
} as const
const ALSO_NOTIFIED = ['phone_number_does_not_exist', 'wrong_login_info'] as const

const loadSupport = async () => ({ View: (await import('#screens/layout/support-link.tsx')).SupportLink })

/** Wrong PINs after which the reset is offered too, and after which it alone is. */
const [OFFERS_NEW_PIN, ONLY_NEW_PIN] = [3, 10]

/** The number in the message that no SMS reached it. */
const wholeNumber = ({ countryCode, phoneNumber }: LoginForm) => ({ phone: writtenPhone(countryCode, phoneNumber) })

export function LoginScreen(props: LoginScreenProps) {
  const { values, country, expired, refused, locked, isCorrecting, register, forgotPin } = props
  const { onCountry, onLogin, onBegin, onType, passkey, isPasskeyInField } = props
  const t = useTranslate()
  const support = usePart(loadSupport, locked)
  return (
    <FlowPage
      title={t('login.title')}
      lede={t('login.lede')}
      art={<PhoneArt />}
      about={
        <About title={t('login.aboutTitle')} art={<PhoneArt />}>
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
        name={t('login.title')}
        rules={rules}
        defaultValues={values}
        submitLabel={t('action.login')}
        onSubmit={onLogin}
        onBegin={onBegin}
        onType={onType}
        errorFields={AT_FIELD}
        alsoTold={ALSO_NOTIFIED}
        errorSlots={wholeNumber}
      >
        <PhoneField
          country={country}
          onCountry={onCountry}
          hint={t('login.numberHint')}
          isUserName
          isForPasskeys={isPasskeyInField}
        />
        <div className="flex flex-wrap gap-x-3">
          <div className="min-w-0 flex-[1_1_6rem]">
            <PinField />
          </div>
          <p className="mt-[1.9rem] flex min-h-13 flex-[1_1_6rem] items-center text-[.9375rem] leading-tight">
            <ScreenLink target={forgotPin}>{t('login.forgotPin')}</ScreenLink>
          </p>
        </div>
        {support === undefined ? null : (
          <Notice kind="info">
            <support.View says="process.support" />
          </Notice>
        )}
        {refused < OFFERS_NEW_PIN ? null : (
          <Notice kind="info" title={refused < ONLY_NEW_PIN ? undefined : t('login.onlyNewPin')}>
            <ScreenLink target={forgotPin}>{t('resetPin.title')}</ScreenLink>
          </Notice>
        )}
        {/* The page has to say something before. */}
        {expired ? null : <FirstFocus isCorrecting={isCorrecting} />}
      </Form>
      {passkey === undefined ? null : (
        <Button variant="secondary" busy={passkey.busy} onClick={passkey.onPress} className="mt-3 w-full">
          {t('login.passkey')}
        </Button>
      )}
      <Foot>
        <span>{t('login.noAccount')}</span>
        <ScreenLink target={register}>{t('login.register')}</ScreenLink>
      </Foot>
    </FlowPage>
  )
}
