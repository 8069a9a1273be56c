import { deleteAccount, deletionForm, type ErrorCode, passkeys } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { described, Field } from '@avouch/design/field'
import { useEffect, useId, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Folded, Part } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { KeptList } from './kept-list.tsx'
import { useCall, useOwn } from './own.ts'
import { call, forgetSession } from '#api/api.ts'
import { isRefusal } from '#api/failures.ts'
import { errorText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { settings } from '#settings/page-settings.ts'
import { Form } from '#ui/form/form.tsx'
import { PinInput, usePin } from '#ui/form/pin-fields.tsx'
import { useFailureNotice } from '#ui/toasts/use-failure-notice.ts'
import { forgetVisitor } from '#visit/visitor.ts'

/** Deletes the account, and leaves by a full load: nothing of it stays in this tab, and the others are logged out. */
async function deleteBy(pin: string | undefined): Promise<void> {
  const body = pin === undefined ? {} : { pin }
  const answer = await call(deleteAccount, { headers: { prefer: 'return=representation' }, body })
  forgetSession()
  forgetVisitor()
  // A proxy may have dropped the header: then the page has nothing to show.
  window.location.replace(`/goodbye#${answer.status === 200 ? answer.data.deletion : ''}`)
}

/** `pin` is undefined where a passkey stands for it. */
type Step = { name: 'closed' } | { name: 'pin'; isWrong: boolean } | { name: 'sure'; pin: string | undefined }

/** Deletes the account: after what goes and what stays come the PIN, or the passkey of this log-in, and one more press. */
export function DeleteAccount() {
  const text = useAccountText()
  const [step, setStep] = useState<Step>({ name: 'closed' })
  const own = useOwn('passkeys', (signal) => call(passkeys, undefined, { signal }), { enabled: settings.passkeys })
  const askPin = (isWrong: boolean) => setStep({ name: 'pin', isWrong })
  return (
    <Part title={text('account.delete')} note={text('account.delete.text')}>
      {step.name === 'closed' ? (
        <Button
          variant="secondary"
          onClick={() => (own.data?.opened_by_passkey ? setStep({ name: 'sure', pin: undefined }) : askPin(false))}
        >
          {text('account.delete.begin')}
        </Button>
      ) : (
        <WhatGoes />
      )}
      {step.name === 'pin' ? (
        <Form
          name={text('account.delete')}
          rules={async () => deletionForm}
          defaultValues={{ pin: '' }}
          submitLabel={text('account.delete.next')}
          onSubmit={async ({ pin }) => setStep({ name: 'sure', pin })}
        >
          <OwnPinField isWrong={step.isWrong} />
        </Form>
      ) : null}
      {step.name === 'sure' ? (
        <Sure
          pin={step.pin}
          onBack={askPin}
          onKeep={() => (step.pin === undefined ? setStep({ name: 'closed' }) : askPin(false))}
        />
      ) : null}
    </Part>
  )
}

function WhatGoes() {
  const text = useAccountText()
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <h3 className="font-semibold">{text('account.delete.goes')}</h3>
        <p>{text('account.delete.goesText')}</p>
        <p className="text-ink-soft">{text('account.delete.website')}</p>
      </div>
      <div>
        <h3 className="font-semibold">{text('account.delete.money')}</h3>
        <p>{text('account.delete.moneyText')}</p>
      </div>
      <Folded title={text('account.delete.stays')}>
        <KeptList />
      </Folded>
    </div>
  )
}

const ERRORS = ['required', 'digit_length'] as const satisfies ErrorCode[]

function OwnPinField({ isWrong }: { isWrong: boolean }) {
  const text = useAccountText()
  const id = useId()
  const { setFocus } = useFormContext<{ pin: string }>()
  const { error: typed, possible, input } = usePin('pin', ERRORS)
  const wrong = text('account.delete.pinWrong')
  const error = isWrong && input.value === '' ? wrong : typed
  const [label, hint] = [text('account.delete.pin'), text('account.delete.pinHint')]
  useEffect(() => setFocus('pin'), [setFocus])
  return (
    <Field id={id} label={label} hint={hint} error={error} errors={[...possible, wrong]}>
      <PinInput id={id} label={label} autoComplete="current-password" {...input} {...described(id, { hint, error })} />
    </Field>
  )
}

type SureProps = { pin: string | undefined; onBack: (isWrong: boolean) => void; onKeep: () => void }

/** The last press. A wrong PIN leads back to the field, and so does a passkey's log-in that is too long ago by now. */
function Sure({ pin, onBack, onKeep }: SureProps) {
  const t = useTranslate()
  const text = useAccountText()
  const failure = useFailureNotice()
  const { busy, run } = useCall()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const fail = (error: unknown) =>
    isRefusal(error, 'wrong_verification', 'required') ? onBack(pin !== undefined) : failure.show(errorText(t, error))
  return (
    <section className="grid grid-cols-1 gap-3 rounded-field bg-danger-tint px-4 py-3.5 forced-colors:border">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-[650] outline-none">
          {text('account.delete.sure')}
        </h3>
        <p>{text('account.delete.sureText')}</p>
      </div>
      <Button busy={busy} onClick={() => run(() => deleteBy(pin), fail)}>
        {text('account.delete.now')}
      </Button>
      <Button variant="secondary" onClick={onKeep}>
        {text('account.delete.keep')}
      </Button>
    </section>
  )
}
