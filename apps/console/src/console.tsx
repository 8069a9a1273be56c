import type { Elements } from '@avouch/design/jsx-runtime'
import type { AdminPerson } from '@avouch/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { signOut, useSession } from '#account/session.ts'
import { client } from '#api/query.ts'
import { startLanguage, useTranslate } from '#i18n/language.ts'
import { Link, type Routes, usePageOf, usePathname } from '#router/router.tsx'
import { Page } from '#ui/page.tsx'
import { Loaded } from '#ui/states.tsx'
import './styles.css'

export type { Routes }

/** Shows the page of the address. */
export function RoutedPage({ routes, home }: { routes: Routes; home: string }) {
  const t = useTranslate()
  const pathname = usePathname()
  const page = usePageOf(routes)
  return (
    <div key={pathname}>
      {page ?? (
        <Page title={t('missing.title')} lede={t('missing.text')}>
          <Link href={home} className="link">
            {t('missing.home')}
          </Link>
        </Page>
      )}
    </div>
  )
}

// If the call fails, the session expires by itself.
export const leave = () => void signOut().catch(() => undefined)

type WithSession = { children: (person: AdminPerson | null) => Elements }
export const WithSession = ({ children }: WithSession) => <Loaded query={useSession()}>{children}</Loaded>

/** Starts a console in the page. */
export async function startConsole(app: Elements): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('There is no element to render into')
  await startLanguage()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>{app}</QueryClientProvider>
    </StrictMode>,
  )
  document.getElementById('late')?.remove()
}
