import { MINIMUM_AGE, type OwnRequest, releasePayment, walletEntryReceipt } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { TickIcon } from '@avouch/design/icons'
import { ChevronIcon } from '@avouch/design/more-icons'
import { useState } from 'react'
import { type Fact, Facts, Loaded } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { useCall, useOwn } from './own.ts'
import { call } from '#api/api.ts'
import { timeText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'
import { money } from '#i18n/money.ts'
import { navigate } from '#router/navigation.ts'
import { Provider } from '#ui/provider.tsx'
import { notify } from '#ui/toasts/notifications.ts'

/** `onChange` is called once the request is another one. */
type RowProps = { row: OwnRequest; onChange: () => void }

const OPEN: readonly OwnRequest['status'][] = ['created', 'bound', 'reserved']
const NAMES = { executed: 'account.told.paid', reserved: 'account.told.reserved' } as const

/** A website, and all that it was told: a yes, a no, a payment, or nothing. */
export function ToldRow({ row, onChange }: RowProps) {
  const text = useAccountText()
  const language = useLanguage()
  const { provider, live, result, method, minimum_age, payment, told_at, asked_at, status } = row
  const at = told_at ?? asked_at
  // A payment with a minimum age is made by nobody else.
  const answer = result ?? (status === 'executed' && minimum_age !== null ? 'yes' : null)
  const written = (amount: number) => money(language, amount, payment?.currency ?? '')
  const name = status === 'executed' || status === 'reserved' ? NAMES[status] : 'account.told.asked'
  const paid: Fact[] =
    payment === null
      ? []
      : [
          [text(name), written(payment.amount)],
          [text('account.told.refunded'), payment.refunded === 0 ? null : written(payment.refunded)],
          [text('account.receipt.for'), payment.description],
        ]
  return (
    <li className="grid grid-cols-1 gap-2 border-t border-line py-4">
      <Provider provider={provider} />
      {answer === null ? null : (
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <p className="min-w-0">
            <b className="block font-[650] text-ink">
              {text('account.told.answer', { age: minimum_age ?? MINIMUM_AGE })}
            </b>
            {method === null ? null : (
              <span className="block text-note text-ink-soft">{text(`account.told.${method}`)}</span>
            )}
          </p>
          <Said isYes={answer === 'yes'}>{text(`account.told.${answer}`)}</Said>
        </div>
      )}
      {paid.length === 0 ? null : <Facts facts={paid} />}
      {result === null && status !== 'executed' ? (
        <p className="font-semibold">{text(OPEN.includes(status) ? 'account.told.open' : 'account.told.nothing')}</p>
      ) : null}
      <p className="flex flex-wrap gap-x-1.5 text-note text-ink-soft">
        <time dateTime={at}>{timeText(language, at)}</time>
        {status === 'expired' || status === 'cancelled' ? <span>{text(`account.told.${status}`)}</span> : null}
        {live ? null : <span>{text('account.told.test')}</span>}
      </p>
      <Acts row={row} onChange={onChange} />
    </li>
  )
}

/** Looks like the answer on the slip. */
const Said = ({ isYes, children }: { isYes: boolean; children: string }) => (
  <span
    className={`flex items-center gap-1 rounded-full py-0.5 ps-2 pe-3 font-[650] whitespace-nowrap ${isYes ? 'bg-brand text-brand-ink' : 'bg-sunken text-ink'}`}
  >
    {isYes ? <TickIcon className="size-4.5" /> : null}
    <span>{children}</span>
  </span>
)

/** The ways on from an open request, and the receipt of a payment. */
function Acts({ row: { mintid, can_withdraw, payment, provider }, onChange }: RowProps) {
  const text = useAccountText()
  const { busy, run } = useCall()
  const named = (what: string) => `${what}: ${provider.name}`
  if (payment?.entry_id) return <Receipt entry={payment.entry_id} name={named(text('account.told.receipt'))} />
  if (mintid === null || (payment !== null && !can_withdraw)) return null
  const withdraw = async () => {
    await call(releasePayment, { params: { id: mintid } })
    notify({ type: 'success', title: text('account.told.withdrawn'), message: text('account.told.withdrawnText') })
    onChange()
  }
  const [what, act] =
    payment === null
      ? [text('account.told.goOn'), () => void navigate({ to: '/check', search: { mintid } })]
      : [text('account.told.withdraw'), () => run(withdraw)]
  return (
    <div>
      <Button variant="secondary" busy={busy} aria-label={named(what)} onClick={act}>
        {what}
      </Button>
    </div>
  )
}

/** A receipt that is fetched when it is unfolded. `name` tells it from the others. */
function Receipt({ entry: id, name }: { entry: string; name: string }) {
  const text = useAccountText()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const own = useOwn(`receipt ${id}`, (signal) => call(walletEntryReceipt, { params: { id } }, { signal }), {
    enabled: isOpen,
  })
  return (
    <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary
        aria-label={name}
        className="flex min-h-11 list-none items-center gap-2 font-semibold text-brand [&::-webkit-details-marker]:hidden"
      >
        <span>{text('account.told.receipt')}</span>
        <ChevronIcon className="size-5 transition-transform duration-200 group-open:rotate-180" />
      </summary>
      {isOpen ? (
        <Loaded own={own}>
          {({ entry, refunded, reference, transaction }) => (
            <Facts
              facts={[
                [text('account.receipt.at'), timeText(language, entry.at)],
                // Paid from what was set aside before.
                [
                  text('account.receipt.amount'),
                  money(language, Math.abs(entry.available_change + entry.reserved_change), entry.currency),
                ],
                [text('account.receipt.for'), entry.description],
                [text('account.receipt.refunded'), refunded ? money(language, refunded, entry.currency) : null],
                [text('account.receipt.reference'), reference],
                [text('account.receipt.transaction'), transaction],
              ]}
            />
          )}
        </Loaded>
      ) : null}
    </details>
  )
}
