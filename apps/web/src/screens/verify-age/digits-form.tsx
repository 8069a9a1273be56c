import { SMS_CODE_LENGTH, type SmsCodeForm } from '@avouch/contract'
import { useTranslate } from '#i18n/language.ts'
import { CodeField } from '#ui/form/code-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { useAgeAppText } from './age-app-text.ts'

export type DigitsFormProps = {
  /** The id of the text about the digits. */
  about: string
  /** Called with the digits; its errors are shown. */
  onDigits: (digits: string) => Promise<void>
}

const EMPTY = { code: '' }
const rules = async () => (await import('#ui/form/form-schemas.ts')).digitsForm
const AT_FIELD = { presentation_digits: 'code' } as const

/** Takes the digits that the other browser shows, until when the answer is held back. */
export function DigitsForm({ about, onDigits }: DigitsFormProps) {
  const t = useTranslate()
  const said = useAgeAppText()
  return (
    <div className="-mt-3 text-start">
      <Form
        rules={rules}
        defaultValues={EMPTY}
        submitLabel={t('action.continue')}
        onSubmit={({ code }: SmsCodeForm) => onDigits(code)}
        errorFields={AT_FIELD}
      >
        <CodeField
          name="code"
          label={said('ageApp.digitsLabel')}
          hint={t('confirmCode.hint')}
          length={SMS_CODE_LENGTH}
          about={about}
          autoComplete="off"
        />
      </Form>
    </div>
  )
}

export const View = DigitsForm
