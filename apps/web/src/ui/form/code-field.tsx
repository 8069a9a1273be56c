import { codeInMessage, digitsOf, withoutSpaces } from '@avouch/contract'
import { type ClipboardEvent, useRef, useState } from 'react'
import { fieldText } from '#i18n/error-text.ts'
import { namesInMessages } from '#settings/page-settings.ts'
import { useTranslate } from '#i18n/language.ts'
import { described, Field } from '@avouch/design/field'
import { useCodeInput } from './use-code-input.ts'
import { isTyped } from './use-field.ts'

type CodeFieldProps = {
  name: string
  label: string
  hint: string
  length: number
  /** The id of the text about the code, for screen readers, which begin at the field. */
  about: string
  /** Off for a code that comes by no SMS. */
  autoComplete?: 'one-time-code' | 'off'
}

const caretToEnd = (input: HTMLInputElement) => input.setSelectionRange(input.value.length, input.value.length)

/** Takes a code in one input over drawn boxes. The last digit sends the form, once for each code; the button may send it again. */
export function CodeField(props: CodeFieldProps) {
  const { name, label, hint, length, about, autoComplete = 'one-time-code' } = props
  const t = useTranslate()
  const { field, input, attributes } = useCodeInput(name)
  const { id, value } = attributes
  const sent = useRef(new Set<string>())
  const [focused, setFocused] = useState(false)
  const { refused } = field

  // No error appears while a code is typed.
  const message = refused || (field.touched && !focused) ? field.message : undefined
  const textOf = (code: string) => fieldText(t, code, { digit: length })
  const error = message === undefined ? undefined : textOf(message)

  const says = described(id, { hint, error })
  const codeIn = (text: string) => codeInMessage(text, `[0-9]{${length}}`, namesInMessages())
  const take = (code: string) => {
    field.change(code)
    if (code.length < length || sent.current.has(code)) return
    sent.current.add(code)
    // In a microtask: the form has the value then.
    queueMicrotask(() => input.current?.form?.requestSubmit())
  }
  const change = (text: string) => {
    const digits = isTyped(value, text) ? digitsOf(text).slice(0, length) : (codeIn(text) ?? withoutSpaces(text))
    if (/^[0-9]*$/.test(digits) && digits.length <= length) take(digits)
    else field.refuse('digit_length')
  }

  /** Replaces what is there by a whole code. */
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    const code = codeIn(text) ?? withoutSpaces(text)
    if (code.length !== length) return
    event.preventDefault()
    change(code)
  }

  return (
    <Field id={id} label={label} hint={hint} error={error} errors={['digit_length', ...field.refusals].map(textOf)}>
      <div translate="no" className="@container relative flex max-w-[32.5rem] gap-2 max-[359px]:gap-1">
        {Array.from({ length }, (_, i) => {
          // The next digit replaces a refused code as a whole.
          const isNext = focused && (refused || i === Math.min(value.length, length - 1))
          const colours =
            error !== undefined
              ? 'border-danger shadow-invalid outline-danger'
              : isNext
                ? 'border-brand outline-brand'
                : 'border-line-strong'
          return (
            <span
              key={i}
              aria-hidden="true"
              className={`grid h-16 min-w-0 max-w-[4.75rem] flex-1 place-items-center rounded-field border-[1.5px] bg-surface text-[min(1.625rem,15cqi)] font-[650] tabular ${2 * i === length ? 'ms-2 max-[359px]:ms-0.5' : ''} ${isNext ? 'outline-2' : ''} ${colours}`}
            >
              {value[i] ?? ''}
            </span>
          )
        })}
        <input
          {...attributes}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete={autoComplete}
          onChange={(event) => change(event.target.value)}
          onPaste={paste}
          onFocus={(event) => {
            setFocused(true)
            caretToEnd(event.target)
          }}
          onClick={(event) => caretToEnd(event.currentTarget)}
          onBlur={() => {
            setFocused(false)
            field.blur()
          }}
          className="absolute inset-0 size-full forced-color-adjust-none bg-transparent text-[1.6rem] text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent"
          {...says}
          aria-describedby={`${about} ${says['aria-describedby']}`}
        />
      </div>
    </Field>
  )
}
