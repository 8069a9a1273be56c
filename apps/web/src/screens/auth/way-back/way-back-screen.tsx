import { type PinBlocklist, type WayBackForm, wayBackFormFor } from '@avouch/contract'
import { useMemo } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { type LinkTarget, ScreenLink } from '#router/link.tsx'
import { Form } from '#ui/form.tsx'
import { Page } from '#ui/page.tsx'
import { PhoneField } from '#ui/phone-field.tsx'
import { PIN_HINTS, PinField, REPEAT_ERRORS } from '#ui/pin-field.tsx'
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
  onLeave: (values: WayBackForm) => void
  newSms: LinkTarget
}

const AT_FIELD = {
  invalid_phone_number: 'phoneNumber',
  dead_link: 'secret',
  invalid_pin: 'pin',
  same_pin: 'pin',
} as const

export function WayBackScreen(props: WayBackScreenProps) {
  const { values, country, linkSecret, linkInSms, blocklist, onCountry, onSubmit, onLeave, newSms } = props
  const t = useTranslate()
  const schema = useMemo(() => wayBackFormFor(blocklist), [blocklist])
  return (
    <Page title={t('wayBack.title')} lede={t('wayBack.lede')}>
      <Form
        schema={schema}
        defaultValues={values}
        submitLabel={t('wayBack.submit')}
        onSubmit={onSubmit}
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
        <LinkField name="secret" opened={linkSecret} linkInSms={linkInSms} />
        <PinField
          name="pin"
          label={t('wayBack.pin')}
          hint={t(PIN_HINTS[blocklist])}
          autoComplete="new-password"
          repeatedIn="confirmPin"
        />
        <PinField name="confirmPin" label={t('pin.repeat')} autoComplete="new-password" errors={REPEAT_ERRORS} />
      </Form>
      <p className="mt-5">
        <ScreenLink target={newSms}>{t('wayBack.newSms')}</ScreenLink>
      </p>
    </Page>
  )
}
