import { useEffect, useId, useState } from 'react'
import { useConsentText } from './consent-text.ts'
import { useBottomInset } from '#ui/use-bottom-inset.ts'
import { Button } from '#ui/button.tsx'

/** To refuse is as easy as to accept. */
const EQUAL = 'min-h-12! px-2! text-base!'

type ConsentBannerProps = { onAcceptAll: () => void; onOnlyNecessary: () => void; onSettings: () => void }

/** Screen readers say what comes into an element that was there before. */
function useSaidOnce(text: string): string {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(text))
    return () => cancelAnimationFrame(frame)
  }, [text])
  return said
}

/** Asks at the bottom of the window. The page stays usable, and the focus where it is. */
export function ConsentBanner({ onAcceptAll, onOnlyNecessary, onSettings }: ConsentBannerProps) {
  const t = useConsentText()
  const id = useId()
  const banner = useBottomInset<HTMLElement>('--question')
  const said = useSaidOnce(t('consent.announce'))
  return (
    <section
      ref={banner}
      aria-labelledby={id}
      className="[anchor-name:--question] fixed inset-x-0 bottom-0 z-40 max-h-[65dvh] overflow-y-auto overscroll-contain border-t border-line-strong bg-surface shadow-card"
    >
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="page grid grid-cols-1 items-center gap-x-8 gap-y-3 pt-4 pb-2 min-[820px]:grid-cols-[minmax(0,1fr)_24rem]">
        <div>
          <h2 id={id} className="text-[1.1rem] font-bold">
            {t('consent.title')}
          </h2>
          {/* In parts: what comes late is not the largest text of a page, which is what counts as seen. */}
          <div className="mt-1 grid grid-cols-1 gap-1 text-[.96rem] text-ink-soft [@media(max-height:30rem)]:hidden">
            <p>{t('consent.text')}</p>
            <p>{t('consent.textOff')}</p>
          </div>
        </div>
        <div className="grid grid-cols-2 gap-x-3 gap-y-1">
          <Button variant="secondary" className={EQUAL} onClick={onOnlyNecessary}>
            {t('consent.onlyNecessary')}
          </Button>
          <Button variant="secondary" className={EQUAL} onClick={onAcceptAll}>
            {t('consent.acceptAll')}
          </Button>
          <Button variant="quiet" className="col-span-full underline underline-offset-[.2em]" onClick={onSettings}>
            {t('consent.settings')}
          </Button>
        </div>
      </div>
    </section>
  )
}
