import type { Content } from '@avouch/design/jsx-runtime'
import { keepWordsWhole } from './heading.tsx'
import type { OfAge } from '@avouch/phrases'
import { useTranslate } from '#i18n/language.ts'
import { TickIcon } from '@avouch/design/icons'

/** Looks like a slip of paper; its notches have the colour of the page, or of the card that it lies on. */
export const Slip = ({ title, children, onCard = false }: { title: string; children: Content; onCard?: boolean }) => (
  <section className="relative rounded-field border border-line bg-surface text-start text-base">
    <h2
      className={`notched relative border-b-[1.5px] border-dashed border-line px-5 py-3 text-note font-semibold text-ink-soft ${onCard ? '[--notch:var(--color-surface)]' : ''}`}
    >
      {keepWordsWhole(title)}
    </h2>
    <dl className="px-5 pt-2 pb-3">{children}</dl>
  </section>
)

type SlipRowProps = { name: string; children: Content; isAnswer?: boolean }

export const SlipRow = ({ name, children, isAnswer = false }: SlipRowProps) => (
  <div className="flex min-h-8.5 flex-wrap items-center justify-between gap-x-2">
    <dt className={isAnswer ? 'font-[650] text-ink' : 'min-w-0 text-ink-soft'}>{name}</dt>
    <dd
      className={
        isAnswer
          ? 'flex items-center gap-1 rounded-full bg-brand py-0.5 ps-2 pe-3 font-[650] whitespace-nowrap text-brand-ink'
          : 'flex min-w-0 items-center gap-2 text-[.9375rem] text-ink-soft'
      }
    >
      {children}
    </dd>
  </div>
)

/** Stands for what the website does not learn. */
export const Shaded = () => (
  <span aria-hidden="true" className="shaded h-2.5 w-10 min-w-4 rounded-full forced-colors:border max-[359px]:hidden" />
)

type AnswerProps = { provider: string | undefined; asked: OfAge | undefined; promised?: boolean }

/**
 * Says what the website learns of a visitor, as a promise before the check and as a result after it. The privacy policy names the rest:
 * the id that only this website gets, and the day of the proof if it asks for a recent one.
 */
export function Answer({ provider, asked, promised = false }: AnswerProps) {
  const t = useTranslate()
  const title = promised
    ? provider === undefined
      ? t('answer.promised')
      : t('answer.promisedTo', { provider })
    : provider === undefined
      ? t('answer.given')
      : t('answer.givenTo', { provider })
  return (
    <Slip title={title} onCard={!promised}>
      <SlipRow name={t('answer.age', asked)} isAnswer>
        <TickIcon className="size-4.5" />
        <span>{t('answer.yes')}</span>
      </SlipRow>
      {(['answer.name', 'answer.birth'] as const).map((name) => (
        <SlipRow key={name} name={t(name)}>
          <Shaded />
          <span>{t('answer.private')}</span>
        </SlipRow>
      ))}
    </Slip>
  )
}
