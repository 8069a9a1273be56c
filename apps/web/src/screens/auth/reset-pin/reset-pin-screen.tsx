import { type PinBlocklist, type ResetPinForm, resetPinFormFor } from '@avouch/contract'
import { useMemo } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { Form } from '#ui/form.tsx'
import { Page } from '#ui/page.tsx'
import { PIN_HINTS, PinField, REPEAT_ERRORS } from '#ui/pin-field.tsx'

const AT_FIELD = { invalid_pin: 'pin', same_pin: 'pin' } as const

export type ResetPinScreenProps = {
  values: ResetPinForm
  /** The number, as it may be shown. */
  phone: string
  /** The whole number, which a PIN may be too much like. */
  wholePhone: string
  blocklist: PinBlocklist
  onPin: (values: ResetPinForm) => Promise<void>
  onBegin: () => void
  onLeave: (values: ResetPinForm) => void
}

export function ResetPinScreen(props: ResetPinScreenProps) {
  const { values, phone, wholePhone, blocklist, onPin, onBegin, onLeave } = props
  const t = useTranslate()
  const schema = useMemo(() => resetPinFormFor(blocklist, wholePhone), [blocklist, wholePhone])
  return (
    <Page title={t('resetPin.title')} lede={t('resetPin.lede', { phone })}>
      <Form
        schema={schema}
        defaultValues={values}
        submitLabel={t('action.continue')}
        onSubmit={onPin}
        onBegin={onBegin}
        onLeave={onLeave}
        errorFields={AT_FIELD}
      >
        <PinField
          name="pin"
          label={t('pin.label')}
          hint={t(PIN_HINTS[blocklist])}
          autoComplete="new-password"
          repeatedIn="confirmPin"
        />
        <PinField name="confirmPin" label={t('pin.repeat')} autoComplete="new-password" errors={REPEAT_ERRORS} />
      </Form>
    </Page>
  )
}
