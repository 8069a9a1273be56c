import { MINIMUM_AGE, type OwnRequest, releasePayment } from '@avouch/contract'
import { Button } from '@avouch/design/button'
import { TickIcon } from '@avouch/design/icons'
import type { Content } from '@avouch/design/jsx-runtime'
import { useState } from 'react'
import { useAccountText } from './account-text.ts'
import { Receipt } from './receipt.tsx'
import { call } from '#api/api.ts'
import { inBackground } from '#api/report.ts'
import { timeText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'
import { money } from '#i18n/money.ts'
import { navigate } from '#router/navigation.ts'
import { Provider } from '#ui/provider.tsx'
import { notify } from '#ui/toasts/notifications.ts'

type RowProps = {
  row: OwnRequest
  /** Called once the request is another one. */
  onChange: () => void
}

const isOpen = ({ status }: OwnRequest): boolean => ['created', 'bound', 'reserved'].includes(status)

/** A website, and all that it was told: a yes, a no, a payment, or nothing. */
export function ToldRow({ row, onChange }: RowProps) {
  const text = useAccountText()
  const language = useLanguage()
  const { provider, live, result, method, minimum_age, payment, told_at, asked_at, status } = row
  const at = told_at ?? asked_at
  const source = result === null || method === null ? undefined : text(`account.told.${method}`)
  return (
    <li className="grid grid-cols-1 gap-2 border-t border-line py-4">
      <Provider provider={provider} />
      <dl className="grid grid-cols-1 gap-1">
        {result === null ? null : (
          <Line name={text('account.told.answer', { age: minimum_age ?? MINIMUM_AGE })} note={source}>
            <Said isYes={result === 'yes'}>{text(`account.told.${result}`)}</Said>
          </Line>
        )}
        {payment === null ? null : <PaymentLines row={row} payment={payment} />}
      </dl>
      {result === null && status !== 'executed' ? (
        <p className="font-semibold">{text(isOpen(row) ? 'account.told.open' : 'account.told.nothing')}</p>
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

type LineProps = { name: string; note?: string | undefined; children: Content }

const Line = ({ name, note, children }: LineProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-2">
    <dt className="min-w-0">
      <span className="block font-[650] text-ink">{name}</span>
      {note === undefined ? null : <span className="block text-note text-ink-soft">{note}</span>}
    </dt>
    <dd>{children}</dd>
  </div>
)

/** Looks like the answer on the slip. */
const Said = ({ isYes, children }: { isYes: boolean; children: string }) => (
  <span
    className={`flex items-center gap-1 rounded-full py-0.5 ps-2 pe-3 font-[650] whitespace-nowrap ${isYes ? 'bg-brand text-brand-ink' : 'bg-sunken text-ink'}`}
  >
    {isYes ? <TickIcon className="size-4.5" /> : null}
    <span>{children}</span>
  </span>
)

function PaymentLines({ row: { status }, payment }: { row: OwnRequest; payment: NonNullable<OwnRequest['payment']> }) {
  const text = useAccountText()
  const language = useLanguage()
  const { amount, currency, refunded, description } = payment
  const name = status === 'executed' ? 'paid' : status === 'reserved' ? 'reserved' : 'asked'
  return (
    <>
      <Line name={text(`account.told.${name}`)}>
        <span className="tabular font-[650]">{money(language, amount, currency)}</span>
      </Line>
      {refunded === 0 ? null : (
        <Line name={text('account.told.refunded')}>
          <span className="tabular font-[650]">{money(language, refunded, currency)}</span>
        </Line>
      )}
      <Line name={text('account.receipt.for')}>
        <span>{description}</span>
      </Line>
    </>
  )
}

/** The ways on from an open request, and the receipt of a payment. */
function Acts({ row, onChange }: RowProps) {
  const { mintid, can_withdraw, payment, provider } = row
  const text = useAccountText()
  const [busy, setBusy] = useState(false)
  const withdraw = async (id: string) => {
    setBusy(true)
    try {
      await call(releasePayment, { params: { id } })
      notify({ type: 'success', title: text('account.told.withdrawn'), message: text('account.told.withdrawnText') })
      onChange()
    } catch {
      // The failed call is notified, and the button can be pressed again.
    } finally {
      setBusy(false)
    }
  }
  const goOn = mintid === null || payment !== null ? undefined : () => navigate({ to: '/check', search: { mintid } })
  const entry = payment?.entry_id ?? null
  if (goOn === undefined && !can_withdraw && entry === null) return null
  const named = (what: string) => `${what}: ${provider.name}`
  return (
    <div className="flex flex-wrap gap-3">
      {goOn === undefined ? null : (
        <Button variant="secondary" aria-label={named(text('account.told.goOn'))} onClick={() => inBackground(goOn())}>
          {text('account.told.goOn')}
        </Button>
      )}
      {can_withdraw && mintid !== null ? (
        <Button
          variant="secondary"
          busy={busy}
          aria-label={named(text('account.told.withdraw'))}
          onClick={() => inBackground(withdraw(mintid))}
        >
          {text('account.told.withdraw')}
        </Button>
      ) : null}
      {entry === null ? null : <Receipt entry={entry} name={named(text('account.told.receipt'))} />}
    </div>
  )
}
