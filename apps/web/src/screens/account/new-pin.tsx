import { type ResetPinForm, setPin } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { useState } from 'react'
import { LogInAgain } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { call } from '#api/api.ts'
import { isRefusal } from '#api/failures.ts'
import { settings } from '#settings/page-settings.ts'
import { Form } from '#ui/form/form.tsx'
import { NewPinFields } from '#ui/form/pin-fields.tsx'
import { notify } from '#ui/toasts/notifications.ts'

const AT_FIELD = { invalid_pin: 'pin', same_pin: 'pin' } as const
// The page has only the number's ending: what resembles the number is refused by the server.
const rules = async () => (await import('#ui/form/form-schemas.ts')).resetPinFormFor(settings.pinBlocklist, '')

/** Sets another PIN without an SMS, in a session that a passkey opened. */
export function NewPin({ onSet }: { onSet: () => void }) {
  const text = useAccountText()
  const [state, setState] = useState<'closed' | 'open' | 'late'>('closed')
  const set = async ({ pin }: ResetPinForm) => {
    try {
      await call(setPin, { body: { password: pin } })
    } catch (error) {
      if (!isRefusal(error, 'sign_in_again')) throw error
      return setState('late')
    }
    setState('closed')
    notify({ type: 'success', title: text('account.pin.done'), message: text('account.pin.doneText') })
    onSet()
  }
  if (state === 'late') return <LogInAgain />
  return state === 'closed' ? (
    <Button variant="secondary" onClick={() => setState('open')}>
      {text('account.pin.button')}
    </Button>
  ) : (
    <Form
      name={text('account.pin.button')}
      rules={rules}
      defaultValues={{ pin: '', confirmPin: '' }}
      submitLabel={text('account.pin.set')}
      onSubmit={set}
      errorFields={AT_FIELD}
    >
      <NewPinFields pin="pin" repeat="confirmPin" blocklist={settings.pinBlocklist} />
    </Form>
  )
}
