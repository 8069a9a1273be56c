import { type ErrorCode, isLinkSecret } from '@avouch/contract'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { fieldText } from '#api/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { described, Field, INPUT } from '@avouch/design/field'
import { useField } from '#ui/use-field.ts'

const OWN_ERRORS = ['required', 'link_length'] as const satisfies ErrorCode[]

type LinkFieldProps = {
  name: string
  /** The secret of the link that was opened; empty when there was none. */
  opened: string
  /** The SMS has a link; else its 16 characters alone. */
  linkInSms: boolean
}

/** The end of the one-time link. Nothing is asked of a visitor who opened the link, until its secret is refused. */
export function LinkField({ name, opened, linkInSms }: LinkFieldProps) {
  const t = useTranslate()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { change, refused, ...field } = useField(name)
  const value = String(field.value)
  const [refusedValue, setRefusedValue] = useState<string>()
  if (refused && refusedValue !== value) setRefusedValue(value)
  const isAsked = opened === '' || value !== opened || refusedValue === opened

  useEffect(() => {
    if (refused && isAsked) input.current?.select()
  }, [refused, isAsked])
  // Another link may be opened while the page is there.
  const take = useEffectEvent(change)
  useEffect(() => {
    if (opened !== '') take(opened)
  }, [opened])

  if (!isAsked) return null
  // What is still being typed is not wrong yet.
  const typing = !field.touched && !isLinkSecret(value)
  const message = typing && !refused ? undefined : field.message
  const error = message === undefined ? undefined : fieldText(t, message)
  const possible = [...OWN_ERRORS, ...field.refusals].map((code) => fieldText(t, code))
  const hint = t(linkInSms ? 'wayBack.secretHint' : 'wayBack.charactersHint')
  return (
    <Field id={id} label={t('wayBack.secret')} hint={hint} error={error} errors={possible}>
      <input
        ref={(element) => {
          input.current = element
          field.ref(element)
        }}
        id={id}
        name={name}
        type="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        value={value}
        onChange={(event) => change(event.target.value)}
        onBlur={field.blur}
        className={`${INPUT} font-mono`}
        {...described(id, { hint, error })}
      />
    </Field>
  )
}
