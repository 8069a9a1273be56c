import { HOUR_MS, isolated, SECOND_MS } from '@avouch/contract'
import type { ReactNode } from 'react'
import { money } from '../../http/language.ts'
import { ButtonLink, NEW_TAB, P, PostButton } from '../../ui/parts.tsx'
import { useLanguage, useTexts } from '../../ui/texts.ts'
import type { Stage } from './model.ts'
import { AtTheEnd, Note } from './parts.tsx'

type Props = { request: Stage<'pay'> }

/** What is in the way of the payment, and what helps. */
function Obstacle({ request: { obstacle, heldSeconds } }: Props) {
  const t = useTexts()
  if (obstacle === undefined) return null
  const hours = heldSeconds && Math.ceil((heldSeconds * SECOND_MS) / HOUR_MS)
  const words = {
    age: t`This may be bought from 18 only. Prove your age first, once.|Das gibt es erst ab 18. Weise zuerst dein Alter nach, einmalig.`,
    held: `${t`Your PIN was changed a short while ago. To protect you, payments wait.|Deine PIN wurde vor Kurzem neu gesetzt. Zu deinem Schutz warten Zahlungen noch.`} ${hours ? t`Again in ${hours} hours.|Wieder in ${hours} Stunden.` : ''}`,
  }
  return (
    <>
      <Note isProblem>{words[obstacle]}</Note>
      {obstacle === 'age' && (
        <ButtonLink href="/app/check" look="plain" {...NEW_TAB}>
          {t`To the identity check|Zur Identitätsprüfung`}
        </ButtonLink>
      )}
    </>
  )
}

/** One payment, before it is paid; the children are what can be done instead. */
export function PayPart({ request, children }: Props & { children: ReactNode }) {
  const t = useTexts()
  const { bill, reserved, mintid, asks } = request
  const [provider, minimumAge] = [isolated(asks.provider), asks.minimumAge]
  const language = useLanguage()
  const inMoney = (amount: number) => money(amount, bill.currency, language)
  const [sum, available] = [inMoney(bill.amount), inMoney(request.available)]
  const missing = request.missing === 0 ? undefined : inMoney(request.missing)
  return (
    <>
      <div className="rounded-card bg-tint px-5 py-4 text-center wrap-anywhere">
        <p>{t`${provider} asks for a payment|${provider} bittet um eine Zahlung`}</p>
        <p className="text-4xl font-bold tabular-nums">{sum}</p>
        <p>
          <bdi>{bill.description}</bdi>
        </p>
        <p className="text-small text-soft">{t`In your wallet: ${available}|Dein Guthaben: ${available}`}</p>
        {minimumAge !== null && (
          <P className="text-small text-soft">{t`From ${minimumAge} only|Erst ab ${minimumAge}`}</P>
        )}
      </div>
      <h1 className="text-title">{t`Pay from your wallet?|Mit deinem Guthaben bezahlen?`}</h1>
      <P text="The amount leaves your wallet at once. The website does not learn who has paid.|Der Betrag wird sofort abgebucht. Die Website erfährt nicht, wer bezahlt hat." />
      {!bill.live && <Note>{t`A test: no money moves.|Ein Test: Es fließt kein Geld.`}</Note>}
      {reserved && (
        <Note>{t`The amount is set aside for this payment.|Der Betrag ist für diese Zahlung zurückgelegt.`}</Note>
      )}
      <Obstacle request={request} />
      <AtTheEnd>
        {missing === undefined ? (
          <PostButton to="/app/request/confirm" name="mintid" value={mintid}>
            {t`Pay ${sum}|${sum} bezahlen`}
          </PostButton>
        ) : (
          <ButtonLink href="/app/wallet">{t`${missing} are missing: top up|${missing} fehlen: aufladen`}</ButtonLink>
        )}
        {children}
      </AtTheEnd>
    </>
  )
}
