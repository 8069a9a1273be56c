import type { Elements, JSX } from '@avouch/design/jsx-runtime'
import { AppError, type ErrorCode, type Schema } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { described, Field, INPUT } from '@avouch/design/field'
import { Notice } from '@avouch/design/notice'
import { createContext, type FormEvent, use, useId, useRef, useState } from 'react'
import { errorText, fieldText } from '#api/error-text.ts'
import { useTranslate } from '#i18n/language.ts'

type Errors = Readonly<Record<string, string>>
const ErrorsContext = createContext<Errors>({})

type FormProps<Out> = {
  /** The endpoint's body: the form has fields of the same names. */
  schema: Schema<Out>
  /** Values without a field, and those of fields that are not texts. */
  read?: (values: Record<string, string>) => unknown
  onSubmit: (value: Out) => Promise<void>
  /** Fields that show refusals of the server. */
  errorFields?: Partial<Record<ErrorCode, string>>
  submitLabel: string
  submitVariant?: 'primary' | 'secondary'
  children?: Elements
}

/** Sends the body of an endpoint from fields, checked by its schema first and by the server again. */
export function Form<Out>({
  schema,
  read,
  onSubmit,
  errorFields = {},
  submitLabel,
  submitVariant,
  children,
}: FormProps<Out>) {
  const t = useTranslate()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  /** Marks the wrong fields and focuses the first; shows an error without a field above them. */
  function showErrors(found: Errors, otherwise: string) {
    const controls = [...(form.current?.elements ?? [])].filter((control) => control instanceof HTMLElement)
    const first = controls.find((control) => Object.hasOwn(found, control.getAttribute('name') ?? ''))
    if (first === undefined) return setFailure(otherwise)
    setErrors(found)
    first.focus()
  }

  function showRefusal(error: unknown) {
    const said = errorText(t, error)
    if (!(error instanceof AppError)) return setFailure(said)
    const named = Object.fromEntries((error.details.errors ?? []).map(({ field, code }) => [field, fieldText(t, code)]))
    const own = errorFields[error.code]
    showErrors(own === undefined ? named : { [own]: said, ...named }, said)
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const typed = Object.fromEntries(
      Array.from(new FormData(event.currentTarget), ([name, value]) => [name, typeof value === 'string' ? value : '']),
    )
    const { success, data, error } = schema.safeParse(read?.(typed) ?? typed)
    setFailure(undefined)
    if (!success) {
      // The first of several errors of one field counts.
      const found: [string, string][] = error.issues
        .toReversed()
        .map(({ path, message }): [string, string] => [String(path[0]), fieldText(t, message)])
      return showErrors(Object.fromEntries(found), t('form.invalid'))
    }
    setErrors({})
    setBusy(true)
    try {
      await onSubmit(data)
    } catch (failed) {
      showRefusal(failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <ErrorsContext value={errors}>
      <form
        ref={form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid grid-cols-1 gap-4"
      >
        {failure === undefined ? null : <Notice kind="error">{failure}</Notice>}
        {children}
        <Button
          type="submit"
          variant={submitVariant ?? 'primary'}
          busy={busy}
          className="justify-self-start max-sm:w-full"
        >
          {submitLabel}
        </Button>
      </form>
    </ErrorsContext>
  )
}

type TextFieldProps = Omit<JSX.IntrinsicElements['input'], 'id'> & { name: string; label: string; hint?: string }

export function TextField({ name, label, hint, className = '', ...rest }: TextFieldProps) {
  const t = useTranslate()
  const id = useId()
  const said = use(ErrorsContext)[name]
  // The hint says more than a message about another input would.
  const error = said === t('form.invalid') ? (hint ?? said) : said
  return (
    <Field id={id} label={label} hint={hint} error={error} errors={[]}>
      <input {...rest} id={id} name={name} className={`${INPUT} ${className}`} {...described(id, { hint, error })} />
    </Field>
  )
}

type SelectFieldProps = {
  name: string
  label: string
  hint?: string
  defaultValue?: string
  options: readonly { value: string; label: string; disabled?: boolean }[]
  onChange?: (value: string) => void
}

export function SelectField({ name, label, hint, defaultValue, options, onChange }: SelectFieldProps) {
  const id = useId()
  const error = use(ErrorsContext)[name]
  return (
    <Field id={id} label={label} hint={hint} error={error} errors={[]}>
      <select
        id={id}
        name={name}
        defaultValue={defaultValue}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        className={INPUT}
        {...described(id, { hint, error })}
      >
        {options.map(({ value, label, disabled = false }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  )
}

type CheckboxFieldProps = { name: string; label: string; defaultChecked?: boolean }

export function CheckboxField({ name, label, defaultChecked }: CheckboxFieldProps) {
  return (
    <label className="flex min-h-8 items-center gap-3">
      <input type="checkbox" name={name} defaultChecked={defaultChecked} className="size-5 flex-none accent-brand" />
      <span>{label}</span>
    </label>
  )
}
