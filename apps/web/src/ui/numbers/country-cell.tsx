import { Fragment } from 'react'
import type { Elements } from '@avouch/design/jsx-runtime'
import { useTranslate } from '#i18n/language.ts'

export const CELL_INPUT =
  'size-full rounded-s-field border-[1.5px] border-line-strong bg-sunken ps-3.5 pe-9 text-transparent text-ellipsis placeholder:text-transparent focus:border-brand aria-expanded:rounded-field aria-expanded:bg-surface aria-expanded:pe-12 aria-expanded:text-ink aria-expanded:placeholder:text-ink-soft focus-visible:rounded-field focus-visible:outline-2 focus-visible:outline-offset-0 aria-invalid:border-danger forced-colors:text-[CanvasText] @max-[13rem]:py-1'
export const CELL_BUTTON =
  'absolute inset-y-0 inset-e-0 flex w-11 items-center justify-end pe-2.5 text-ink-soft hover:text-ink group-has-[[aria-expanded=true]]:w-13 group-has-[[aria-expanded=true]]:pe-4'

type CountryCellProps = {
  /** The id of the input in it. */
  id: string
  label: string
  /** ISO code and dial code; empty when none is picked. */
  code: string
  dialCode: string
  children: Elements
}

/**
 * Shows code and dial code left of the number. An open list with its search covers the whole row. Where large text leaves the number
 * no room, it stands above. Forced colours show the input's own text, which the code covers.
 */
export function CountryCell({ id, label, code, dialCode, children }: CountryCellProps) {
  const t = useTranslate()
  return (
    <div className="group absolute inset-0 w-29 rounded-field has-[input:focus]:z-10 has-[[aria-expanded=true]]:z-10 has-[[aria-expanded=true]]:w-auto max-[359px]:w-21 @max-[13rem]:relative @max-[13rem]:mb-1.5 @max-[13rem]:w-auto">
      <label htmlFor={id} id={`${id}-label`} className="sr-only">
        {label}
      </label>
      {children}
      <span
        aria-hidden="true"
        translate={dialCode === '' ? undefined : 'no'}
        className="pointer-events-none absolute inset-y-0.5 inset-s-3 flex items-center gap-1.5 whitespace-nowrap tabular group-has-[[aria-expanded=true]]:hidden forced-colors:inset-e-9 forced-colors:bg-[Field]"
      >
        {dialCode === '' ? (
          <span className="text-note text-ink-soft">{t('phone.country')}</span>
        ) : (
          <Fragment>
            <span className="rounded-[4px] border border-line bg-surface px-1 text-[.75rem] leading-5 font-[650] text-ink-soft max-[359px]:hidden">
              {code}
            </span>
            <span>{`+${dialCode}`}</span>
          </Fragment>
        )}
      </span>
    </div>
  )
}
