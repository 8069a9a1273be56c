import { walletEntryReceipt, type WalletReceipt } from '@avouch/contract'
import { ChevronIcon } from '@avouch/design/more-icons'
import { useState } from 'react'
import { Loaded } from './account-frame.tsx'
import { useAccountText } from './account-text.ts'
import { Facts } from './facts.tsx'
import { useOwn } from './own.ts'
import { call } from '#api/api.ts'
import { timeText } from '#i18n/dates.ts'
import { useLanguage } from '#i18n/language.ts'
import { money } from '#i18n/money.ts'

/** A receipt that is fetched when it is unfolded. `name` tells it from the others. */
export function Receipt({ entry, name }: { entry: string; name: string }) {
  const text = useAccountText()
  const [isWanted, setWanted] = useState(false)
  const own = useOwn(
    `receipt ${entry}`,
    async (signal) => (await call(walletEntryReceipt, { params: { id: entry } }, { signal })).data,
    isWanted,
  )
  return (
    <details className="group w-full" onToggle={({ currentTarget }) => setWanted(currentTarget.open)}>
      <summary
        aria-label={name}
        className="flex min-h-11 list-none items-center gap-2 font-semibold text-brand [&::-webkit-details-marker]:hidden"
      >
        <span>{text('account.told.receipt')}</span>
        <ChevronIcon className="size-5 transition-transform duration-200 group-open:rotate-180" />
      </summary>
      {isWanted ? <Loaded own={own}>{(receipt) => <ReceiptFacts receipt={receipt} />}</Loaded> : null}
    </details>
  )
}

function ReceiptFacts({ receipt: { entry, refunded, reference, transaction } }: { receipt: WalletReceipt }) {
  const text = useAccountText()
  const language = useLanguage()
  const written = (amount: number) => money(language, amount, entry.currency)
  return (
    <Facts
      facts={[
        [text('account.receipt.at'), timeText(language, entry.at)],
        // Paid from what was set aside before.
        [text('account.receipt.amount'), written(Math.abs(entry.available_change + entry.reserved_change))],
        [text('account.receipt.for'), entry.description],
        [text('account.receipt.refunded'), refunded === null || refunded === 0 ? null : written(refunded)],
        [text('account.receipt.reference'), reference],
        [text('account.receipt.transaction'), transaction],
      ]}
    />
  )
}
