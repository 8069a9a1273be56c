import { useEffect, useId, useRef, useState } from 'react'
import { CategoryPart } from './category-part.tsx'
import { type ConsentText, useConsentText } from './consent-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { OPTIONAL_CATEGORIES, type OptionalCategory } from '#analytics/new-consent.ts'
import { Button } from '@avouch/design/button'
import { CrossIcon } from '@avouch/design/icons'

const TEXTS = {
  analytics: { title: 'consent.analytics', text: 'consent.analyticsText' },
  targeting: { title: 'consent.targeting', text: 'consent.targetingText' },
} as const satisfies Record<OptionalCategory, { title: ConsentText; text: ConsentText }>

/** Lists what is stored without asking. Over https the browser's cookie has the prefix that ties it to this host. */
const NECESSARY = [
  { name: location.protocol === 'https:' ? '__Host-did' : 'did', text: 'consent.deviceCookie' },
  { name: 'cc_cookie', text: 'consent.choiceCookie' },
  { name: 'i18next', text: 'consent.languageCookie' },
] as const satisfies readonly { name: string; text: ConsentText }[]

/** One above the other where a word would not fit. */
const HALF = 'flex-[1_1_0] px-2!'

type ConsentDialogProps = {
  agreed: readonly OptionalCategory[]
  onKeep: (agreed: readonly OptionalCategory[]) => void
  onClose: () => void
}

/** Says what is stored in this browser and why, with a switch for each category. */
export function ConsentDialog({ agreed, onKeep, onClose }: ConsentDialogProps) {
  const t = useConsentText()
  const close = useTranslate()('action.close')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [chosen, setChosen] = useState(agreed)
  useEffect(() => {
    if (dialog.current?.open !== false) return
    dialog.current.showModal()
    // A browser would focus the scrolled part first.
    dialog.current.querySelector('button')?.focus()
  }, [])
  const keep = (categories: readonly OptionalCategory[]) => {
    onKeep(categories)
    dialog.current?.close()
  }
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      className="m-auto max-h-[calc(100dvh-1.5rem)] w-[min(37rem,100%-1.5rem)] max-w-none flex-col overflow-hidden rounded-card border border-line bg-surface text-ink shadow-card backdrop:bg-[rgb(0_0_0/55%)] open:flex"
    >
      {/* The buttons below lie over nothing that has the focus. */}
      <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-3 sm:px-7">
        <div className="flex items-start justify-between gap-3">
          <h2 id={id} className="min-w-0 py-2 text-[1.35rem] leading-tight font-bold">
            {t('consent.dialogTitle')}
          </h2>
          <Button variant="quiet" aria-label={close} onClick={() => dialog.current?.close()}>
            <CrossIcon />
          </Button>
        </div>
        <p className="mb-4 text-[.96rem] text-ink-soft">{t('consent.dialogText')}</p>
        <CategoryPart title={t('consent.necessary')} text={t('consent.necessaryText')} always={t('consent.always')}>
          <dl className="mt-3 grid gap-2 text-note">
            {NECESSARY.map(({ name, text }) => (
              <div key={name} className="grid grid-cols-1 gap-x-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
                <dt className="font-mono">{name}</dt>
                <dd className="text-ink-soft">{t(text)}</dd>
              </div>
            ))}
            <div className="grid grid-cols-1 gap-x-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
              <dt>{t('consent.storage')}</dt>
              <dd className="text-ink-soft">{t('consent.storageText')}</dd>
            </div>
          </dl>
        </CategoryPart>
        {OPTIONAL_CATEGORIES.map((category) => (
          <CategoryPart
            key={category}
            title={t(TEXTS[category].title)}
            text={t(TEXTS[category].text)}
            on={chosen.includes(category)}
            onSwitch={(on) => setChosen([...chosen.filter((other) => other !== category), ...(on ? [category] : [])])}
          />
        ))}
      </div>
      <div className="flex shrink-0 flex-wrap gap-2.5 border-t border-line px-5 pt-4 pb-5 sm:px-7">
        <Button variant="secondary" className={HALF} onClick={() => keep([])}>
          {t('consent.onlyNecessary')}
        </Button>
        <Button variant="secondary" className={HALF} onClick={() => keep(OPTIONAL_CATEGORIES)}>
          {t('consent.acceptAll')}
        </Button>
        <Button className="w-full" onClick={() => keep(chosen)}>
          {t('consent.save')}
        </Button>
      </div>
    </dialog>
  )
}
