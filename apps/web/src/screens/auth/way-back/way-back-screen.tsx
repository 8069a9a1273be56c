import type { PinBlocklist, WayBackForm } from '@avouch/contract'
import { useTranslate } from '#i18n/language.ts'
import { type LinkTarget, ScreenLink } from '#router/link.tsx'
import { Form } from '#ui/form.tsx'
import { FlowPage } from '#ui/flow-page.tsx'
import { Foot } from '#ui/foot.tsx'
import { SmsArt } from '#ui/art/sms-art.tsx'
import { PhoneField } from '#ui/phone-field.tsx'
import { NewPinFields } from '#ui/new-pin-fields.tsx'
import { LinkField } from './link-field.tsx'

export type WayBackScreenProps = {
  values: WayBackForm
  country: string
  /** The secret of the link that was opened; empty when the visitor came without. */
  linkSecret: string
  linkInSms: boolean
  blocklist: PinBlocklist
  onCountry: (country: string) => void
  onSubmit: (values: WayBackForm) => Promise<void>
  onType: (values: WayBackForm) => void
  newSms: LinkTarget
}

const AT_FIELD = {
  invalid_phone_number: 'phoneNumber',
  dead_link: 'secret',
  invalid_pin: 'pin',
  same_pin: 'pin',
} as const

export function WayBackScreen(props: WayBackScreenProps) {
  const { values, country, linkSecret, linkInSms, blocklist, onCountry, onSubmit, onType, newSms } = props
  const t = useTranslate()
  return (
    <FlowPage title={t('wayBack.title')} lede={t('wayBack.lede')} art={<SmsArt />}>
      <Form
        rules={async () => (await import('#ui/form-schemas.ts')).wayBackFormFor(blocklist)}
        defaultValues={values}
        submitLabel={t('wayBack.submit')}
        onSubmit={onSubmit}
        onType={onType}
        errorFields={AT_FIELD}
      >
        <PhoneField
          countryName="countryCode"
          numberName="phoneNumber"
          country={country}
          onCountry={onCountry}
          hint={t('login.numberHint')}
          autoComplete="username"
          partOf="pin"
        />
        <LinkField name="secret" opened={linkSecret} linkInSms={linkInSms} />
        <NewPinFields pin="pin" repeat="confirmPin" label={t('wayBack.pin')} blocklist={blocklist} />
      </Form>
      <Foot>
        <ScreenLink target={newSms}>{t('wayBack.newSms')}</ScreenLink>
      </Foot>
    </FlowPage>
  )
}
