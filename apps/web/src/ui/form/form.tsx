import type { Elements } from '@avouch/design/jsx-runtime'
import { AppError, type ErrorCode } from '@avouch/contract'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  useForm,
  useFormContext,
  useFormState,
} from 'react-hook-form'
import type { ErrorSlots } from '#i18n/code-text.ts'
import { errorText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { useFailureNotice } from '#ui/toasts/use-failure-notice.ts'
import { Button } from '@avouch/design/button'
import { Spinner } from '#ui/spinner.tsx'
import { type FormRules, useFormRules } from './use-form-rules.ts'
import { RefusalsContext } from './use-field.ts'
import { isArrival } from '#router/arrival.ts'

type FormProps<Values extends FieldValues> = {
  rules: FormRules<Values>
  defaultValues: DefaultValues<Values>
  /** Name of the form for screen readers, where the focus comes into it on arrival. */
  name?: string
  submitLabel: string
  /** Called with the values. Its errors are shown at the field in errorFields, else by a notification. */
  onSubmit: (values: Values) => Promise<void>
  errorFields?: Partial<Record<ErrorCode, Path<Values>>>
  /** Refusals at a field that are notified, too. */
  alsoTold?: readonly ErrorCode[]
  /** Gives the slots of an error's text. */
  errorSlots?: (values: Values) => ErrorSlots
  /** Called with the first key. */
  onBegin?: () => void
  /** Called with the values at each key: the next screen reads them before this one unmounts. */
  onType?: (values: Values) => void
  children: Elements
}

/** Handles submit, busy state and errors of every form. */
export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const {
    rules,
    defaultValues,
    name,
    submitLabel,
    onSubmit,
    errorFields = {},
    alsoTold = [],
    errorSlots,
    onBegin,
    onType,
    children,
  } = props
  const t = useTranslate()
  const recheck = () => void form.trigger(Object.keys(form.formState.dirtyFields) as Path<Values>[])
  const { resolver, load, isLoaded } = useFormRules({ rules, defaultValues, recheck })
  const form = useForm<Values, unknown, Values>({ mode: 'onChange', resolver, defaultValues })
  const busy = useRef(false)
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({})

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => onType?.(form.getValues()) }),
    [form, onType],
  )

  /** Shows errors that belong to no field. */
  const failure = useFailureNotice()
  const tell = (error: unknown) => failure.show(errorText(t, error, errorSlots?.(form.getValues())))

  const show = (error: unknown) => {
    if (!(error instanceof AppError)) return tell(error)
    const named = (error.details.errors ?? []).filter(({ field }) => Object.hasOwn(form.getValues(), field))
    if (named.length > 0) return setRefusals(Object.fromEntries(named.map(({ field, code }) => [field, code])))
    const field = errorFields[error.code]
    if (field === undefined || alsoTold.includes(error.code)) tell(error)
    if (field === undefined) return
    setRefusals({ [field]: error.code })
    form.setFocus(field)
  }

  const submit = form.handleSubmit(async (values) => {
    if (busy.current) return
    busy.current = true
    failure.dismiss()
    setRefusals({})
    await onSubmit(values)
      .catch(show)
      .finally(() => {
        busy.current = false
      })
  })

  /** Loads the rules on Enter: until then the button is disabled, and the browser ignores the key. */
  async function onKeyDown({ key, target, defaultPrevented }: KeyboardEvent) {
    if (key !== 'Enter' || defaultPrevented || isLoaded() || !(target instanceof HTMLInputElement)) return
    if ((await load()) && !Object.values(form.getValues()).includes('')) await submit()
  }

  const refuse = (name: string, code: ErrorCode) => setRefusals((others) => ({ ...others, [name]: code }))
  const forget = (name: string) => setRefusals(({ [name]: _, ...others }) => others)

  return (
    <FormProvider {...form}>
      <RefusalsContext value={{ byField: refusals, possible: errorFields, forget, refuse }}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus and the Enter of its fields */}
        <form
          method="post"
          noValidate
          aria-label={name}
          onFocus={() => void load()}
          onKeyDown={(event) => void onKeyDown(event)}
          onInput={onBegin}
          onSubmit={(event) => void submit(event)}
          className="mt-7 grid grid-cols-1 gap-y-[clamp(.75rem,2vw,1.5rem)]"
        >
          {children}
          <Submit label={submitLabel} />
        </form>
      </RefusalsContext>
    </FormProvider>
  )
}

function Submit({ label }: { label: string }) {
  const t = useTranslate()
  const { isValid, isSubmitting } = useFormState()
  return (
    <Button type="submit" disabled={!isValid} busy={isSubmitting} className="w-full">
      {isSubmitting ? <Spinner className="size-5" label={t('layout.loading')} /> : null}
      <span>{label}</span>
    </Button>
  )
}

/**
 * Focuses a form on arrival: the number, or the PIN if the number is there and right. Render it in a form with one or both of these
 * fields, after the page's heading.
 */
export function FirstFocus({ isCorrecting = false }: { isCorrecting?: boolean }) {
  const { setFocus, getValues } = useFormContext<{ phoneNumber: string; pin: string }>()
  useEffect(() => {
    if (isArrival()) setFocus(isCorrecting || getValues('phoneNumber') === '' ? 'phoneNumber' : 'pin')
  }, [isCorrecting, setFocus, getValues])
  return null
}
