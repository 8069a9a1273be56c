import { type ResetPinForm, resetPinForm } from '@avouch/contract'
import { useTranslate } from '#lib/language.ts'
import { Form } from '#ui/form.tsx'
import { Page } from '#ui/page.tsx'
import { PinField } from '#ui/pin-field.tsx'

export type ResetPinScreenProps = {
  values: ResetPinForm
  /** The number, as it may be shown. */
  phone: string
  onPin: (values: ResetPinForm) => Promise<void>
  onBegin: () => void
  onLeave: (values: ResetPinForm) => void
}

export function ResetPinScreen({ values, phone, onPin, onBegin, onLeave }: ResetPinScreenProps) {
  const t = useTranslate()
  return (
    <Page title={t('resetPin.title')} lede={t('resetPin.lede', { phone })}>
      <Form
        schema={resetPinForm}
        defaultValues={values}
        submitLabel={t('action.continue')}
        onSubmit={onPin}
        onBegin={onBegin}
        onLeave={onLeave}
      >
        <PinField
          name="pin"
          label={t('pin.label')}
          hint={t('pin.hint')}
          autoComplete="new-password"
          repeatedIn="confirmPin"
        />
        <PinField name="confirmPin" label={t('pin.repeat')} autoComplete="new-password" />
      </Form>
    </Page>
  )
}
