import {
  type Answer,
  type ErrorCode,
  MOST_PASSKEYS,
  PASSKEY_NAME_MAX_LENGTH,
  type Passkey,
  type passkeys,
  removePasskey,
  renamePasskey,
} from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { described, Field, INPUT } from '@avouch/design/field'
import { Notice } from '@avouch/design/notice'
import { Fragment, useEffect, useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { LogInAgain } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { useCall } from './own.ts'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/failures.ts'
import { dateText, dayText, timeText } from '#i18n/dates.ts'
import { errorText, fieldText } from '#i18n/error-text.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { Form } from '#ui/form/form.tsx'
import { useField } from '#ui/form/use-field.ts'
import { notify } from '#ui/toasts/notifications.ts'
import { useFailureNotice } from '#ui/toasts/use-failure-notice.ts'
import { useCanUsePasskeys } from '#visit/passkey-ability.ts'

type PasskeysProps = { own: Answer<typeof passkeys>['data']; onChange: () => void }

/** Lists the passkeys of the account, each to be renamed and removed, and adds this device. */
export function Passkeys({ own: { data, held_until }, onChange }: PasskeysProps) {
  const t = useTranslate()
  const text = useAccountText()
  const language = useLanguage()
  const canAdd = useCanUsePasskeys() && held_until === null && data.length < MOST_PASSKEYS
  const failure = useFailureNotice()
  const { busy, run } = useCall()
  const [page] = useState(() => new AbortController())
  const [needsLogIn, setNeedsLogIn] = useState(false)
  const [renamed, setRenamed] = useState<string>()
  useEffect(() => () => page.abort(), [page])
  const act = (work: () => Promise<'added' | 'removed' | 'known' | undefined>) => () =>
    run(
      async () => {
        failure.dismiss()
        const done = await work()
        if (done === undefined) return
        notify({
          type: done === 'known' ? 'info' : 'success',
          title: text(`account.passkeys.${done}`),
          message: text(`account.passkeys.${done}Text`),
        })
        onChange()
      },
      (error) => {
        const isOld = isRefusal(error, 'sign_in_again')
        setNeedsLogIn(isOld)
        if (!isOld) failure.show(errorText(t, error))
        // Another page was first.
        if (isRefusal(error, 'not_found', 'passkey_held', 'conflict')) onChange()
      },
    )
  const add = act(async () => {
    const { makePasskey } = await import('#visit/make-passkey.ts')
    const end = await makePasskey({ over: page.signal })
    return end === 'made' ? 'added' : end === 'known' ? end : undefined
  })
  const remove = (id: string) =>
    act(async () => {
      await call(removePasskey, { params: { id } })
      return 'removed'
    })
  const rename = async (id: string, name: string) => {
    try {
      await call(renamePasskey, { params: { id }, body: { name } })
    } catch (error) {
      if (!isRefusal(error, 'sign_in_again')) throw error
      return setNeedsLogIn(true)
    }
    setRenamed(undefined)
    onChange()
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {needsLogIn ? <LogInAgain /> : null}
      {held_until === null ? null : (
        <Notice kind="info" title={text('account.passkeys.held')}>
          {text('account.passkeys.heldText', { until: timeText(language, held_until) })}
        </Notice>
      )}
      {data.length === 0 ? <p>{text('account.passkeys.none')}</p> : null}
      <ul className="grid grid-cols-1">
        {data.map((passkey) => (
          <li key={passkey.id} className="border-t border-line py-2">
            {renamed === passkey.id ? (
              <Rename
                passkey={passkey}
                onName={(name) => rename(passkey.id, name)}
                onCancel={() => setRenamed(undefined)}
              />
            ) : (
              <div className="flex flex-wrap items-center justify-between gap-x-3">
                <Named passkey={passkey} />
                <div className="-ms-3 flex flex-wrap">
                  <Button
                    variant="quiet"
                    aria-label={`${text('account.passkeys.rename')}: ${passkey.name}`}
                    onClick={() => setRenamed(passkey.id)}
                  >
                    {text('account.passkeys.rename')}
                  </Button>
                  {held_until === null ? (
                    <Button
                      variant="quiet"
                      busy={busy}
                      aria-label={`${text('account.passkeys.remove')}: ${passkey.name}`}
                      onClick={remove(passkey.id)}
                    >
                      {text('account.passkeys.remove')}
                    </Button>
                  ) : null}
                </div>
              </div>
            )}
          </li>
        ))}
      </ul>
      {data.length < MOST_PASSKEYS ? null : <p>{text('account.passkeys.most', { count: MOST_PASSKEYS })}</p>}
      {canAdd ? (
        <Button variant="secondary" busy={busy} onClick={add}>
          {text('account.passkeys.add')}
        </Button>
      ) : null}
    </div>
  )
}

function Named({ passkey: { name, created_at, last_used_on, synced } }: { passkey: Passkey }) {
  const text = useAccountText()
  const language = useLanguage()
  const day = dateText(language, created_at)
  return (
    <div className="min-w-0 flex-[1_1_8.5rem]">
      <b className="block font-[650] wrap-anywhere">
        <bdi>{name}</bdi>
      </b>
      <span className="block text-note text-ink-soft">
        {last_used_on === null
          ? text('account.passkeys.unused', { day })
          : text('account.passkeys.times', { day, used: dayText(language, last_used_on) })}
      </span>
      {synced ? <span className="block text-note text-ink-soft">{text('account.passkeys.synced')}</span> : null}
    </div>
  )
}

type RenameProps = { passkey: Passkey; onName: (name: string) => Promise<void>; onCancel: () => void }

const Rename = ({ passkey: { name }, onName, onCancel }: RenameProps) => {
  const text = useAccountText()
  return (
    <Fragment>
      <Form
        name={`${text('account.passkeys.rename')}: ${name}`}
        rules={async () => renamePasskey.body}
        defaultValues={{ name }}
        submitLabel={text('account.passkeys.save')}
        onSubmit={(typed) => onName(typed.name)}
      >
        <NameField />
      </Form>
      <Button variant="quiet" className="mt-1 w-full" onClick={onCancel}>
        {text('account.passkeys.cancel')}
      </Button>
    </Fragment>
  )
}

const MOST = { max: PASSKEY_NAME_MAX_LENGTH }
const ERRORS = ['required', 'max_length_exceed'] as const satisfies ErrorCode[]

function NameField() {
  const t = useTranslate()
  const text = useAccountText()
  const id = useId()
  const { setFocus } = useFormContext<{ name: string }>()
  const { value, change, blur, ref, message } = useField('name')
  const error = message === undefined ? undefined : fieldText(t, message, MOST)
  useEffect(() => setFocus('name'), [setFocus])
  return (
    <Field
      id={id}
      label={text('account.passkeys.name')}
      error={error}
      errors={ERRORS.map((code) => fieldText(t, code, MOST))}
    >
      <input
        id={id}
        ref={ref}
        name="name"
        autoComplete="off"
        value={String(value)}
        onChange={(event) => change(event.target.value)}
        onBlur={blur}
        className={INPUT}
        {...described(id, { error })}
      />
    </Field>
  )
}
