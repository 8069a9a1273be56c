import { Page, type PageProps } from '../ui/page.tsx'
import { useTexts } from '../ui/texts.ts'

/** What is on the phone; the tracker stands beside it and has no place in the row. */
type Screen = 'messages' | 'app' | 'age' | 'bank' | 'tracker'

function Apps({ open }: { open: Screen }) {
  const t = useTexts()
  const apps = [
    ['messages', '/', t`Messages|Nachrichten`],
    ['app', '/app', t`App`],
    ['age', '/age-app', t`Age app|Alters\u2011App`],
    ['bank', '/bank', t`Bank`],
  ] as const
  return (
    <nav className="flex flex-wrap" aria-label={t`Sandbox phone|Sandbox-Handy`}>
      {apps.map(([screen, href, name]) => (
        <a
          key={screen}
          href={href}
          aria-current={open === screen ? 'true' : undefined}
          className="grid min-h-11 place-items-center rounded-lg px-2.5 text-small font-semibold text-soft hover:bg-tint aria-[current]:bg-raised aria-[current]:text-ink"
        >
          {name}
        </a>
      ))}
    </nav>
  )
}

const SCREEN = 'rounded-t-[26px] bg-surface pt-5 pb-7 sm:mb-6 sm:rounded-[26px] sm:border sm:border-line'

/** The phone around what it shows. */
export const PhoneScreen = ({
  open,
  className = '',
  ...page
}: Omit<PageProps, 'site' | 'brand'> & { open: Screen }) => (
  <Page
    width="max-w-[28rem]"
    {...page}
    site={open === 'messages' ? 'phone' : 'app'}
    brand={<Apps open={open} />}
    className={`${SCREEN} ${className}`}
  />
)
