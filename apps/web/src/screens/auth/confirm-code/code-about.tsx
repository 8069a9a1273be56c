import { useTranslate } from '#i18n/language.ts'
import { About, Ticks } from '#ui/about.tsx'
import { SmsArt } from '#ui/art/sms-art.tsx'

const HELP = ['confirmCode.helpWait', 'confirmCode.helpNumber', 'confirmCode.helpAgain'] as const

/** Says what to do when no SMS comes. */
export function CodeAbout() {
  const t = useTranslate()
  return (
    <About title={t('confirmCode.help')} art={<SmsArt />}>
      <Ticks>{HELP.map((point) => t(point))}</Ticks>
      <p>{t('confirmCode.secret')}</p>
    </About>
  )
}
