import { useTranslate } from '#i18n/language.ts'
import { Button } from '#ui/button.tsx'

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

const BADGE =
  'inline-flex min-h-[54px] items-center rounded-field border-[1.5px] border-line-strong bg-surface px-5 py-2 font-[620] hover:border-brand'
const PRIMARY =
  'inline-flex min-h-[54px] items-center justify-center rounded-field border-[1.5px] border-transparent bg-brand px-6 py-2 text-[1.05rem] font-[620] text-brand-ink hover:bg-brand-hover'

/** The app on this device: open it, get it, or do without. */
export function GetTheApp({
  isProminent,
  openHref,
  iosHref,
  androidHref,
  noAnswer,
  onOpen,
  onWithoutApp,
}: GetTheAppProps) {
  const t = useTranslate()
  const stores = [
    { href: iosHref, name: t('app.storeIos') },
    { href: androidHref, name: t('app.storeAndroid') },
  ].filter((store): store is { href: string; name: string } => store.href !== null)
  return (
    <section aria-labelledby="app-here" className="grid grid-cols-1 justify-items-start gap-3">
      <h2 id="app-here" className="text-lede font-semibold tracking-[-0.015em]">
        {t('app.here')}
      </h2>
      <a href={openHref} onClick={onOpen} className={isProminent ? PRIMARY : BADGE}>
        {t('app.open')}
      </a>
      <p role="status" className={noAnswer ? 'max-w-[44ch]' : 'sr-only'}>
        {noAnswer ? t(onWithoutApp === undefined ? 'app.noAnswerGet' : 'app.noAnswer') : null}
      </p>
      {stores.length === 0 ? null : (
        <>
          <h3 className="mt-2 font-semibold">{t('app.download')}</h3>
          <ul className="flex flex-wrap gap-3">
            {stores.map(({ href, name }) => (
              <li key={name}>
                <a href={href} target="_blank" rel="noopener noreferrer" className={BADGE}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      {onWithoutApp === undefined ? null : (
        <Button variant="link" className="mt-2" onClick={onWithoutApp}>
          {t('app.web')}
        </Button>
      )}
    </section>
  )
}
