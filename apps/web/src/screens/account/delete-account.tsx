import { AppError, deleteAccount, type ErrorCode } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { described, Field } from '@avouch/design/field'
import { ChevronIcon } from '@avouch/design/more-icons'
import { Fragment, useEffect, useId, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Part } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { KeptList } from './kept-list.tsx'
import { useCallNotice } from './use-call-notice.ts'
import { call, forgetSession } from '#api/api.ts'
import { isRefusal } from '#api/failures.ts'
import { inBackground } from '#api/report.ts'
import { Form } from '#ui/form/form.tsx'
import { PinInput, usePin } from '#ui/form/pin-fields.tsx'
import { forgetVisitor } from '#visit/visitor.ts'

/** Deletes the account. @returns the token that shows how far the deletion is */
async function deleteBy(pin: string): Promise<string> {
  const answer = await call(deleteAccount, { headers: { prefer: 'return=representation' }, body: { pin } })
  if (answer.status !== 200) throw new AppError('internal_error')
  return answer.data.deletion
}

/** Leaves by a full load: nothing of the account stays in this tab, and other tabs are logged out. */
function leave(deletion: string): void {
  forgetSession()
  forgetVisitor()
  window.location.replace(`/goodbye#${deletion}`)
}

/** The way to delete the account: what goes, what stays, the PIN, and one more press. */
export function DeleteAccount() {
  const text = useAccountText()
  const [step, setStep] = useState<'closed' | 'pin' | 'sure'>('closed')
  const [pin, setPin] = useState('')
  const [isWrong, setWrong] = useState(false)
  const ask = async (typed: string) => {
    setPin(typed)
    setWrong(false)
    setStep('sure')
  }
  const back = ({ wrong }: { wrong: boolean }) => {
    setPin('')
    setWrong(wrong)
    setStep('pin')
  }
  return (
    <Part title={text('account.delete')} note={text('account.delete.text')}>
      {step === 'closed' ? (
        <Button variant="secondary" onClick={() => setStep('pin')}>
          {text('account.delete.begin')}
        </Button>
      ) : (
        <Fragment>
          <WhatGoes />
          {step === 'pin' ? (
            <PinForm isWrong={isWrong} onPin={ask} />
          ) : (
            <Sure pin={pin} onWrongPin={() => back({ wrong: true })} onKeep={() => back({ wrong: false })} />
          )}
        </Fragment>
      )}
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
      <details className="group">
        <summary className="flex min-h-11 list-none items-center justify-between gap-3 font-semibold [&::-webkit-details-marker]:hidden">
          <h3 className="min-w-0">{text('account.delete.stays')}</h3>
          <ChevronIcon className="size-5 transition-transform duration-200 group-open:rotate-180" />
        </summary>
        <KeptList />
      </details>
    </div>
  )
}

type PinFormProps = { isWrong: boolean; onPin: (pin: string) => Promise<void> }

function PinForm({ isWrong, onPin }: PinFormProps) {
  const text = useAccountText()
  return (
    <Form
      name={text('account.delete')}
      rules={async () => deleteAccount.body}
      defaultValues={{ pin: '' }}
      submitLabel={text('account.delete.next')}
      onSubmit={({ pin }) => onPin(pin)}
    >
      <OwnPinField isWrong={isWrong} />
    </Form>
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

type SureProps = { pin: string; onWrongPin: () => void; onKeep: () => void }

/** The last press. A wrong PIN leads back to the field. */
function Sure({ pin, onWrongPin, onKeep }: SureProps) {
  const text = useAccountText()
  const tell = useCallNotice()
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const remove = async () => {
    setBusy(true)
    try {
      leave(await deleteBy(pin))
    } catch (error) {
      setBusy(false)
      if (isRefusal(error, 'wrong_verification')) return onWrongPin()
      tell(error)
    }
  }
  return (
    <section className="grid grid-cols-1 gap-3 rounded-field bg-danger-tint px-4 py-3.5 forced-colors:border">
      <div>
        <h3 ref={heading} tabIndex={-1} className="font-[650] outline-none">
          {text('account.delete.sure')}
        </h3>
        <p>{text('account.delete.sureText')}</p>
      </div>
      <Button busy={busy} onClick={() => inBackground(remove())}>
        {text('account.delete.now')}
      </Button>
      <Button variant="secondary" onClick={onKeep}>
        {text('account.delete.keep')}
      </Button>
    </section>
  )
}
