import type { ForgotPinForm } from '@avouch/contract'
import { useTranslate } from '#i18n/language.ts'
import { FirstFocus, Form } from '#ui/form/form.tsx'
import { FlowPage } from '#ui/flow-page.tsx'
import { PhoneArt } from '#ui/art/phone-art.tsx'
import { PhoneField } from '#ui/form/phone-field.tsx'

export type ForgotPinScreenProps = {
  values: ForgotPinForm
  country: string
  /** The visitor came back to correct the number. */
  isCorrecting: boolean
  onCountry: (country: string) => void
  onNumber: (values: ForgotPinForm) => Promise<void>
  onBegin: () => void
  onType: (values: ForgotPinForm) => void
}

const rules = async () => (await import('#ui/form/form-schemas.ts')).forgotPinForm
const AT_FIELD = { phone_number_does_not_exist: 'phoneNumber', invalid_phone_number: 'phoneNumber' } as const

export function ForgotPinScreen(props: ForgotPinScreenProps) {
  const { values, country, isCorrecting, onCountry, onNumber, onBegin, onType } = props
  const t = useTranslate()
  return (
    <FlowPage title={t('forgotPin.title')} lede={t('forgotPin.lede')} art={<PhoneArt />}>
      <Form
        name={t('forgotPin.title')}
        rules={rules}
        defaultValues={values}
        submitLabel={t('action.continue')}
        onSubmit={onNumber}
        onBegin={onBegin}
        onType={onType}
        errorFields={AT_FIELD}
      >
        <PhoneField country={country} onCountry={onCountry} hint={t('login.numberHint')} />
        <FirstFocus isCorrecting={isCorrecting} />
      </Form>
    </FlowPage>
  )
}
