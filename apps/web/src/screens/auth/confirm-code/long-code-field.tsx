import { type ErrorCode, isLongCode, readLongCode } from '@avouch/contract'
import { fieldText } from '#i18n/error-text.ts'
import { namesInMessages } from '#settings/page-settings.ts'
import { useTranslate } from '#i18n/language.ts'
import { described, Field, INPUT } from '@avouch/design/field'
import { useCodeInput } from '#ui/form/use-code-input.ts'

const ERRORS = ['required', 'code_length'] as const satisfies ErrorCode[]

/** Formats a whole code, also from a pasted SMS, as in the SMS; leaves other text as typed. */
function asInSms(typed: string): string {
  const code = readLongCode(typed, namesInMessages())
  return isLongCode(code) ? code.replaceAll(/.{4}(?=.)/g, (group) => `${group}-`) : typed
}

/** @param about the id of the text about the code, for screen readers, which begin at the field */
type LongCodeFieldProps = { name: string; about: string }

/** Takes a code of twelve letters and digits. The button sends it. */
export function LongCodeField({ name, about }: LongCodeFieldProps) {
  const t = useTranslate()
  const { field, attributes } = useCodeInput(name)
  const { id } = attributes
  const hint = t('confirmCode.longHint')
  // No error appears while a code is typed.
  const message = field.refused || field.touched ? field.message : undefined
  const error = message === undefined ? undefined : fieldText(t, message)
  const possible = [...ERRORS, ...field.refusals].map((code) => fieldText(t, code))
  const says = described(id, { hint, error })

  return (
    <Field id={id} label={t('confirmCode.label')} hint={hint} error={error} errors={possible}>
      <input
        {...attributes}
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => field.change(asInSms(event.target.value))}
        onBlur={field.blur}
        className={`${INPUT} font-mono text-xl uppercase`}
        {...says}
        aria-describedby={`${about} ${says['aria-describedby']}`}
      />
    </Field>
  )
}
