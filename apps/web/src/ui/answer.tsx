import type { OfAge } from '@avouch/phrases'
import { useTranslate } from '#i18n/language.ts'
import { TickIcon } from '@avouch/design/icons'
import { Shaded, Slip, SlipRow } from '#ui/slip.tsx'

/**
 * Says what the website learns of a visitor: promised where a visit begins, and kept where it ends. The id that only this website
 * gets, and the day of the proof where it asks for a recent one, are in the privacy policy.
 */
type AnswerProps = { provider: string | undefined; asked: OfAge | undefined; promised?: boolean }

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
          <span className="whitespace-nowrap">{t('answer.private')}</span>
        </SlipRow>
      ))}
    </Slip>
  )
}
