import { useEffect, useId, useState } from 'react'
import { useConsentText } from './consent-text.ts'
import { useBottomInset } from '#ui/use-bottom-inset.ts'
import { Button } from '@avouch/design/button'

/** To refuse is as easy as to accept. */
const EQUAL = 'min-h-11! flex-[1_1_0] px-1! py-1! text-[.9375rem]! min-[600px]:min-w-28'

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
      className="[anchor-name:--question] fixed inset-x-0 bottom-0 z-40 max-h-[65dvh] overflow-y-auto overscroll-contain border-t border-line bg-surface shadow-[0_-8px_24px_-12px_rgb(16_32_30/20%)]"
    >
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <h2 id={id} className="sr-only">
          {t('consent.title')}
        </h2>
        <p className="flex-[1_1_20rem] text-note leading-tight min-[600px]:text-[.9375rem] max-[599px]:basis-full">
          {t('consent.text')}
        </p>
        <div className="flex flex-wrap gap-2 max-[599px]:flex-1">
          <Button variant="secondary" className={EQUAL} onClick={onOnlyNecessary}>
            {t('consent.reject')}
          </Button>
          <Button variant="secondary" className={EQUAL} onClick={onAcceptAll}>
            {t('consent.accept')}
          </Button>
          <Button
            variant="quiet"
            className="px-2! text-[.9375rem]! underline underline-offset-[.2em]"
            onClick={onSettings}
          >
            {t('consent.settings')}
          </Button>
        </div>
      </div>
    </section>
  )
}
