import { Fragment } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { BUTTONS } from '@avouch/design/button'
import { Fold } from './fold.tsx'

export type GetTheAppProps = {
  /** True where nothing else on the page leads on. */
  isProminent: boolean
  /** The app's address, with its task. */
  openHref: string
  iosHref: string | null
  androidHref: string | null
  /** True once the app was asked to open and the page is still visible. */
  noAnswer: boolean
  onOpen: () => void
  onWithoutApp?: (() => void) | undefined
}

/** Opens the app on this device. */
export function OpenApp({ isProminent, openHref, noAnswer, onOpen, onWithoutApp }: GetTheAppProps) {
  const t = useTranslate()
  return (
    <Fragment>
      <a href={openHref} onClick={onOpen} className={isProminent ? BUTTONS.primary : BUTTONS.secondary}>
        {t('app.open')}
      </a>
      <p role="status" className={noAnswer ? '' : 'sr-only'}>
        {noAnswer ? t(onWithoutApp === undefined ? 'app.noAnswerGet' : 'app.noAnswer') : null}
      </p>
    </Fragment>
  )
}

/** Links to the stores with the app; unfolded where the app is the only way on, because it may not be installed. */
export function Stores({ isProminent, iosHref, androidHref }: GetTheAppProps) {
  const t = useTranslate()
  const stores = [
    ['App Store', iosHref, 'app.storeIos'],
    ['Google Play', androidHref, 'app.storeAndroid'],
  ] as const
  if (iosHref === null && androidHref === null) return null
  return (
    <Fold title={t('app.download')} open={isProminent}>
      <ul className="flex w-full flex-wrap gap-3">
        {stores.map(([name, href, phones]) =>
          href === null ? null : (
            <li key={name} className="min-w-0 max-sm:grow">
              <a href={href} target="_blank" rel="noopener noreferrer" className={`${BUTTONS.secondary} w-full`}>
                <span>
                  <span translate="no" className="block">
                    {`${name} `}
                  </span>
                  <span className="text-note font-normal text-ink-soft">{t(phones)}</span>
                </span>
              </a>
            </li>
          ),
        )}
      </ul>
    </Fold>
  )
}
