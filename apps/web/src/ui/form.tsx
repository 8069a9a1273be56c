import { AppError, type ErrorCode, isErrorCode, type Schema } from '@avouch/contract'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, FormProvider, type Path, useForm, useFormState } from 'react-hook-form'
import { type ErrorSlots, errorText } from '#lib/error-text.ts'
import { useTranslate } from '#lib/language.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'

type FormProps<Values extends FieldValues> = {
  schema: Schema<Values, Values>
  defaultValues: DefaultValues<Values>
  submitLabel: string
  /** What it throws is shown: at the field that errorFields names, else above the button. */
  onSubmit: (values: Values) => Promise<void>
  errorFields?: Partial<Record<ErrorCode, Path<Values>>>
  errorSlots?: ErrorSlots
  /** What was typed, when the screen goes away. */
  onLeave?: (values: Values) => void
  children: ReactNode
}

/** Submit, busy, disabled and errors of every form live here. */
export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const { schema, defaultValues, submitLabel, onSubmit, errorFields = {}, errorSlots, onLeave, children } = props
  const t = useTranslate()
  const form = useForm<Values, unknown, Values>({ mode: 'onChange', resolver: zodResolver(schema), defaultValues })
  const busy = useRef(false)

  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useEffect(() => () => leave.current?.(form.getValues()), [form])

  const show = (error: unknown) => {
    const fields = error instanceof AppError ? (error.details.errors ?? []) : []
    const own = Object.keys(form.getValues())
    const named = fields.filter(({ field }) => own.includes(field))
    for (const { field, code } of named) form.setError(field as Path<Values>, { type: 'server', message: code })
    if (named.length > 0) return
    const field = error instanceof AppError && isErrorCode(error.code) ? errorFields[error.code] : undefined
    if (field !== undefined && error instanceof AppError)
      form.setError(field, { type: 'server', message: error.code }, { shouldFocus: true })
    else form.setError('root', { type: 'server', message: errorText(t, error, errorSlots) })
  }

  const submit = form.handleSubmit(async (values) => {
    if (busy.current) return
    busy.current = true
    await onSubmit(values)
      .catch(show)
      .finally(() => {
        busy.current = false
      })
  })

  return (
    <FormProvider {...form}>
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="mt-7 grid max-w-[30rem] gap-5">
        {children}
        <Submit label={submitLabel} />
      </form>
    </FormProvider>
  )
}

function Submit({ label }: { label: string }) {
  const t = useTranslate()
  const { isValid, isSubmitting, errors } = useFormState()
  const message = errors.root?.message
  return (
    <>
      {message === undefined ? null : <Notice kind="error">{message}</Notice>}
      <Button type="submit" disabled={!isValid || isSubmitting}>
        {isSubmitting ? <Spinner className="size-5" label={t('layout.loading')} /> : null}
        {label}
      </Button>
    </>
  )
}
