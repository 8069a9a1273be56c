import { Fragment } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { BUTTONS, Button } from '@avouch/design/button'
import { StoreBadge } from './store-badge.tsx'

export type GetTheAppProps = {
  /** Nothing else on the page leads on. */
  isProminent: boolean
  /** The app's own address, with what it is to do. */
  openHref: string
  iosHref: string | null
  androidHref: string | null
  /** The app was asked to open, and this page is still there. */
  noAnswer: boolean
  onOpen: () => void
  onWithoutApp?: (() => void) | undefined
}

/** The app on this device: open it, get it, or do without. */
export function GetTheApp(props: GetTheAppProps) {
  const { isProminent, openHref, iosHref, androidHref, noAnswer, onOpen, onWithoutApp } = props
  const t = useTranslate()
  const hasStore = iosHref !== null || androidHref !== null
  return (
    <section aria-labelledby="app-here" className="grid grid-cols-1 justify-items-center gap-3 text-center">
      <h2 id="app-here" className={isProminent ? 'sr-only' : 'font-semibold'}>
        {t('app.here')}
      </h2>
      <a
        href={openHref}
        onClick={onOpen}
        className={isProminent ? `${BUTTONS.primary} w-full max-w-sm` : `${BUTTONS.secondary} w-full max-w-sm`}
      >
        {t('app.open')}
      </a>
      <p role="status" className={noAnswer ? '' : 'sr-only'}>
        {noAnswer ? t(onWithoutApp === undefined ? 'app.noAnswerGet' : 'app.noAnswer') : null}
      </p>
      {hasStore ? (
        <Fragment>
          <h3 className="mt-2 font-semibold">{t('app.download')}</h3>
          <ul className="flex flex-wrap justify-center gap-3 text-start">
            {iosHref === null ? null : (
              <li>
                <StoreBadge store="ios" href={iosHref} />
              </li>
            )}
            {androidHref === null ? null : (
              <li>
                <StoreBadge store="android" href={androidHref} />
              </li>
            )}
          </ul>
        </Fragment>
      ) : null}
      {onWithoutApp === undefined ? null : (
        <Button variant="link" className="mt-2" onClick={onWithoutApp}>
          {t('app.web')}
        </Button>
      )}
    </section>
  )
}
