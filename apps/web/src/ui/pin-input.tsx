import { PIN_LENGTH } from '@avouch/contract'
import type { Ref } from 'react'
import { useState } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { INPUT } from '@avouch/design/field'
import { EyeIcon, EyeOffIcon } from '@avouch/design/more-icons'

type PinInputProps = {
  id: string
  name: string
  label: string
  /** A new PIN is offered to the password manager, a known one is asked from it. */
  autoComplete: 'new-password' | 'current-password'
  value: string
  onType: (text: string) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** Four hidden digits, which can be looked at. */
export function PinInput({ label, onType, ...input }: PinInputProps) {
  const t = useTranslate()
  const [visible, setVisible] = useState(false)
  return (
    <div className="relative">
      <input
        {...input}
        type={visible ? 'text' : 'password'}
        inputMode="numeric"
        pattern={`[0-9]{${PIN_LENGTH}}`}
        required
        onChange={(event) => onType(event.target.value)}
        className={`${INPUT} pe-13 tracking-[.3em] tabular-nums max-[359px]:px-2.5 max-[359px]:pe-12 max-[359px]:tracking-[.08em]`}
      />
      <button
        type="button"
        aria-label={visible ? t('pin.hide', { field: label }) : t('pin.show', { field: label })}
        aria-controls={input.id}
        onClick={() => setVisible(!visible)}
        className="absolute inset-e-1 top-1 grid size-11 place-items-center rounded-small text-ink-soft hover:text-ink"
      >
        {visible ? <EyeOffIcon className="size-5.5" /> : <EyeIcon className="size-5.5" />}
      </button>
    </div>
  )
}
