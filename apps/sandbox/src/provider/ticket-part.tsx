import type { Language } from '@avouch/contract'
import { TICKET_CURRENCY, TICKET_PRICE } from './box-office.ts'
import type { Film } from './films.ts'
import { type TicketPhrases, ticketPhrases } from './ticket-phrases.ts'
import type { Ticket, TicketPhase } from './tickets.ts'

const CENTS = 100

const money = (amount: number, language: Language): string =>
  new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', { style: 'currency', currency: TICKET_CURRENCY }).format(
    amount / CENTS,
  )

export type TicketPartProps = {
  film: Film
  phase: TicketPhase
  ticket: Ticket | undefined
  phone: boolean
  language: Language
}
type FormProps = { action: string; film: Film; label: string; plain?: boolean; newTab?: boolean; part?: string }

function TicketForm({ action, film, label, plain = false, newTab = false, part }: FormProps) {
  return (
    <form method="post" action={action} {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}>
      <input type="hidden" name="film" value={film.slug} />
      {part === undefined ? null : <input type="hidden" name="part" value={part} />}
      <button className={plain ? 'button plain' : 'button'} type="submit">
        {label}
      </button>
    </form>
  )
}

/** A seat in the cinema: what it costs, whether it is paid, and what the cinema knows of that. */
export function TicketPart(props: TicketPartProps) {
  const { phase, language, phone, film, ticket } = props
  const t = ticketPhrases[language]
  if ((phase === 'paid' || phase === 'returned') && ticket?.receipt)
    return <Paid {...{ phase, language, film, ticket, t }} receipt={ticket.receipt} />
  return (
    <section className="card ticket" aria-labelledby="ticket">
      {phase === 'waiting' ? <p className="spinner" aria-hidden="true" /> : null}
      <h2 id="ticket">{phase === 'waiting' ? t.waitingTitle : t.title}</h2>
      <p className="price">{money(TICKET_PRICE, language)}</p>
      {phase === 'waiting' ? (
        <>
          <p className="soft">{phone ? t.waitingPhone : t.waiting}</p>
          <div className="actions">
            <TicketForm action="/tickets" film={film} label={phone ? t.goOn : t.again} newTab={!phone} />
            <a className="button plain" href={`/films/${film.slug}`}>
              {t.check}
            </a>
          </div>
          <p className="hint">
            {t.reference} <code>{ticket?.reference}</code>
          </p>
        </>
      ) : (
        <>
          <p className="soft">{t.offer}</p>
          <TicketForm action="/tickets" film={film} label={t.buy} newTab={!phone} />
          <p className="hint">{phone ? t.sameTab : t.newTab}</p>
        </>
      )}
    </section>
  )
}

type PaidProps = Omit<TicketPartProps, 'phone' | 'ticket'> & {
  ticket: Ticket
  receipt: NonNullable<Ticket['receipt']>
  t: TicketPhrases
}

function Paid({ phase, language, film, ticket, receipt, t }: PaidProps) {
  const rows = [
    [t.amount, money(ticket.amount, language)],
    [t.reference, ticket.reference],
    [t.refunded, money(ticket.refunded, language)],
  ] as const
  return (
    <section className="learned" aria-labelledby="ticket">
      <div className="title">
        <h2 id="ticket">{phase === 'paid' ? t.paidTitle : t.returnedTitle}</h2>
        <p className="verified">{t.verified}</p>
      </div>
      <p className="soft">{phase === 'paid' ? t.paid : t.returned}</p>
      <div className="two">
        <div>
          <h3>{t.learned}</h3>
          <dl>
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h3>{t.not}</h3>
          <ul className="unknown">
            {t.notItems.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      </div>
      <details id="receipt">
        <summary>{t.raw}</summary>
        <pre tabIndex={0}>{JSON.stringify(receipt.claims, null, 2)}</pre>
        <pre tabIndex={0} className="wrap">
          {receipt.jws}
        </pre>
      </details>
      <div className="actions">
        {phase === 'paid' ? (
          <>
            <TicketForm action="/tickets/refund" film={film} label={t.refundHalf} part="half" plain />
            <TicketForm action="/tickets/refund" film={film} label={t.refundRest} part="rest" plain />
          </>
        ) : null}
        <TicketForm action="/tickets/forget" film={film} label={t.forget} plain />
      </div>
    </section>
  )
}
