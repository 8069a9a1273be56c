import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useConsentText } from './consent-text.ts'
import { Button } from '@avouch/design/button'

/** Refuses, as easily as accepting. */
const CHOICE = 'min-h-11! px-1! py-1! text-[.9375rem]! min-[600px]:min-w-28'

/** Ids by hand: generated ones may be those of the page, which is another root. */
const TITLE_ID = 'question-title'

type ConsentBannerProps = {
  /** Agrees to be counted. */
  onAccept: () => void
  onOnlyNecessary: () => void
  onSettings: () => void
  /** Called when the banner goes, and the focus with it. */
  onLeft?: () => void
}

/** Returns an empty text first: screen readers read only what changes in a live region that exists already. */
function useDelayedText(text: string): string {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(text))
    return () => cancelAnimationFrame(frame)
  }, [text])
  return said
}

/** Asks above the page and covers nothing of it. The page stays usable, and keeps the focus. */
export function ConsentBanner({ onAccept, onOnlyNecessary, onSettings, onLeft }: ConsentBannerProps) {
  const t = useConsentText()
  const banner = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = banner.current
    return () => {
      if (onLeft !== undefined && element?.contains(document.activeElement) === true) requestAnimationFrame(onLeft)
    }
  }, [onLeft])
  const said = useDelayedText(t('consent.announce'))
  return (
    <section ref={banner} aria-labelledby={TITLE_ID} className="border-b border-line bg-surface print:hidden">
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <h2 id={TITLE_ID} className="sr-only">
          {t('consent.title')}
        </h2>
        <p className="flex-[1_1_20rem] text-note leading-tight min-[600px]:text-[.9375rem] max-[599px]:basis-full">
          {t('consent.text')}
        </p>
        <div className="flex flex-wrap gap-2 max-[599px]:flex-1">
          {/* One above the other where a word would not fit. */}
          <div className="grid flex-[1_1_6.5rem] grid-cols-[repeat(auto-fit,minmax(min(100%,5.75rem),1fr))] gap-2 min-[600px]:min-w-60">
            <Button variant="secondary" className={CHOICE} onClick={onOnlyNecessary}>
              {t('consent.reject')}
            </Button>
            <Button variant="secondary" className={CHOICE} onClick={onAccept}>
              {t('consent.accept')}
            </Button>
          </div>
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
