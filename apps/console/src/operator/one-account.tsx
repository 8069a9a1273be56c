import { type AdminAccount, adminFindAccount, adminLockAccount, PROOF_DECISIONS } from '@avouch/contract'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { useFormat } from '#i18n/format.ts'
import { useTranslate } from '#i18n/language.ts'
import { Badge } from '#ui/badge.tsx'
import { Confirm } from '#ui/dialog.tsx'
import { Facts } from '#ui/facts.tsx'
import { Form, TextField } from '#ui/form.tsx'
import { Card } from '#ui/page.tsx'
import { change } from './change.ts'
import { DecideProof } from './decide-proof.tsx'
import { useDuties } from './role.ts'

/** Finds an account by id or number, sent in a body, to decide about its proof, and to lock or unlock it. */
export function OneAccount() {
  const t = useTranslate()
  const [found, setFound] = useState<AdminAccount>()
  const find = async (account: string) => setFound((await call(adminFindAccount, { body: { account } })).data)
  return (
    <Card title={t('held.find')} lede={t('held.findText')}>
      <Form
        schema={adminFindAccount.body}
        errorFields={{ invalid_request: 'account', not_found: 'account' }}
        submitLabel={t('held.show')}
        submitVariant="secondary"
        onSubmit={async ({ account }) => {
          setFound(undefined)
          await find(account)
        }}
      >
        <TextField name="account" autoComplete="off" spellCheck={false} label={t('held.typed')} />
      </Form>
      {found === undefined ? null : <AccountFacts account={found} onChanged={() => find(found.id)} />}
    </Card>
  )
}

type AccountFactsProps = { account: AdminAccount; onChanged: () => Promise<void> }

/** Shows the state of an account, with what the person may do to it. */
export function AccountFacts({ account, onChanged }: AccountFactsProps) {
  const t = useTranslate()
  const { minute, day, number } = useFormat()
  const { isOperator, isReviewer } = useDuties()
  const { id, state, created_at, adult, verified_on, sessions, has_wallet, reset_in_unknown_browser_at } = account
  const { proof_withdrawn_at, give_back_until, taken_back_at } = account
  const proof = verified_on === null ? t('held.yes') : t('held.proven', { day: day(verified_on) })
  const isPossible = { withdraw: adult, give_back: give_back_until !== null, keep: taken_back_at !== null }
  return (
    <div className="mt-6 grid gap-4">
      <Facts
        facts={[
          [
            t('held.account'),
            <code translate="no" key="id" className="font-mono text-note">
              {id}
            </code>,
          ],
          [t('held.state'), <State key="state" of={account} />],
          [t('held.created'), minute(created_at)],
          [t('held.adult'), adult ? proof : t('held.notProven')],
          [t('proof.takenBack'), taken_back_at === null ? t('held.no') : minute(taken_back_at)],
          [t('proof.withdrawn'), proof_withdrawn_at === null ? t('held.no') : minute(proof_withdrawn_at)],
          [t('proof.until'), give_back_until === null ? t('held.no') : minute(give_back_until)],
          [t('held.sessions'), number(sessions)],
          [t('held.browsers'), number(account.browsers)],
          [t('held.check'), account.check === '' ? t('held.no') : account.check],
          [t('held.wallet'), has_wallet ? t('held.yes') : t('held.no')],
          [t('held.reset'), reset_in_unknown_browser_at === null ? t('held.no') : minute(reset_in_unknown_browser_at)],
        ]}
      />
      <div className="flex flex-wrap gap-x-4">
        {PROOF_DECISIONS.filter((decision) => isReviewer && isPossible[decision]).map((decision) => (
          <DecideProof key={decision} id={id} decision={decision} onDone={onChanged} />
        ))}
        {state === 'active' && isOperator ? <Lock account={account} onChanged={onChanged} /> : null}
      </div>
    </div>
  )
}

function State({ of: { state, locked_at, erase_after } }: { of: AdminAccount }) {
  const t = useTranslate()
  const { minute } = useFormat()
  if (state === 'active' && locked_at === null) return <Badge look="good">{t('held.active')}</Badge>
  if (state === 'active') return <span>{t('held.locked', { time: minute(locked_at ?? '') })}</span>
  return <span>{erase_after === null ? t('held.ended') : t('held.endedUntil', { time: minute(erase_after) })}</span>
}

function Lock({ account: { id, locked_at }, onChanged }: AccountFactsProps) {
  const t = useTranslate()
  const set = async (locked: boolean) => {
    const said = locked ? t('held.isLocked') : t('held.isUnlocked')
    await change(() => call(adminLockAccount, { params: { id }, body: { locked } }), said)
    await onChanged()
  }
  return (
    <p>
      {locked_at === null ? (
        <Confirm
          label={t('held.lock')}
          title={t('held.lockTitle')}
          text={t('held.lockText')}
          action={t('held.lock')}
          onConfirm={() => set(true)}
        />
      ) : (
        <Confirm
          label={t('held.unlock')}
          title={t('held.unlockTitle')}
          text={t('held.unlockText')}
          action={t('held.unlock')}
          onConfirm={() => set(false)}
        />
      )}
    </p>
  )
}
