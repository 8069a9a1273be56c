import { HOUR_MS, type Language, MINIMUM_AGE, SECOND_MS } from '@avouch/contract'
import { Action } from './app-shell.tsx'
import type { AppRequest, Asks } from './model.ts'
import { money } from './money.ts'
import type { RequestPhrases } from './request-phrases.ts'

/** Who asks for what, above everything that is decided. */
export function Question({ asks, t }: { asks: Asks; t: RequestPhrases }) {
  if (asks.kind === 'payment')
    return (
      <div className="question">
        <p className="words">{t.asksMoney(asks.provider)}</p>
      </div>
    )
  return (
    <div className="question">
      <p>{t.asks(asks.provider)}</p>
      <p className="words">{t.question(asks.minimumAge ?? MINIMUM_AGE)}</p>
    </div>
  )
}

type Props = { t: RequestPhrases; language: Language; request: Extract<AppRequest, { stage: 'pay' }> }

/** What is in the way, and the way around it. */
function Obstacle({ t, request: { obstacle, heldSeconds } }: Omit<Props, 'language'>) {
  if (obstacle === undefined) return null
  const hours = heldSeconds === undefined ? undefined : Math.ceil((heldSeconds * SECOND_MS) / HOUR_MS)
  return (
    <>
      <p className="alert" role="alert">
        {t.obstacles[obstacle]} {hours === undefined ? null : t.heldHours(hours)}
      </p>
      {obstacle === 'balance' ? (
        <a className="button plain" href="/app/wallet">
          {t.topUp}
        </a>
      ) : null}
      {obstacle === 'age' ? (
        <a className="button plain" href="/app/check" target="_blank" rel="noopener">
          {t.check}
        </a>
      ) : null}
    </>
  )
}

/** One payment, before it is paid. */
export function PayPart({ t, request, language }: Props) {
  const { asks, bill, reserved } = request
  const sum = money(bill.amount, bill.currency, language)
  return (
    <>
      <div className="question bill">
        <p>{t.asksMoney(asks.provider)}</p>
        <p className="sum">{sum}</p>
        <p>
          <bdi>{bill.description}</bdi>
        </p>
        {asks.minimumAge === null ? null : <p className="hint">{t.from(asks.minimumAge)}</p>}
      </div>
      <h1>{t.payTitle}</h1>
      <p className="soft">{t.payText}</p>
      {bill.live ? null : <p className="note">{t.test}</p>}
      {reserved ? <p className="note">{t.reserved}</p> : null}
      <Obstacle t={t} request={request} />
      <div className="actions end">
        <Action to="/app/request/confirm" label={t.pay(sum)} name="mintid" value={request.mintid} />
        <Action to="/app/request/refuse" label={t.refuse} look="plain" />
      </div>
    </>
  )
}
