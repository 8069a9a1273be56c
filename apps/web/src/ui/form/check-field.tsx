import type { Content } from '@avouch/design/jsx-runtime'
import { useId } from 'react'
import { fieldText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { described, FieldMessage, wrongAt } from '@avouch/design/field'
import { TickIcon } from '@avouch/design/icons'
import { useField } from './use-field.ts'

/** Shows a checkbox with its label. */
export function CheckField({
  name,
  required = false,
  children,
}: {
  name: string
  required?: boolean
  children: Content
}) {
  const t = useTranslate()
  const id = useId()
  const field = useField(name)
  const { message } = field
  const error = message === undefined ? undefined : fieldText(t, message)
  return (
    <div className="grid grid-cols-1">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 py-1 leading-snug">
        <span className="relative grid size-6 place-items-center">
          <input
            ref={field.ref}
            id={id}
            name={name}
            type="checkbox"
            required={required}
            checked={field.value === true}
            onChange={(event) => field.change(event.target.checked)}
            onBlur={field.blur}
            className="peer size-6 cursor-pointer appearance-none rounded-[7px] border-[1.5px] border-line-strong bg-surface before:absolute before:-inset-2.5 checked:border-brand checked:bg-brand aria-invalid:border-danger"
            {...described(id, { error })}
          />
          <TickIcon className="pointer-events-none absolute size-4.5 text-brand-ink opacity-0 peer-checked:opacity-100 forced-colors:text-[CanvasText]" />
        </span>
        <label htmlFor={id} className="cursor-pointer hyphens-auto">
          {children}
        </label>
      </div>
      {required ? (
        <div className="-mt-1 ps-9">
          <FieldMessage id={id} wrong={wrongAt(id, error)} errors={[fieldText(t, 'required')]} />
        </div>
      ) : null}
    </div>
  )
}
