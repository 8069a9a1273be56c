import type { Language } from '@avouch/contract'
import type { ComponentProps, ReactNode } from 'react'
import { textsIn } from '../http/language.ts'
import { Page } from '../ui/page.tsx'

/** What is on the phone; the tracker stands beside it and has no place in the row. */
export type Screen = 'messages' | 'app' | 'bank' | 'tracker'

function Apps({ open, language }: { open: Screen; language: Language }) {
  const t = textsIn(language)
  const app = (screen: Screen, href: string, name: string) => (
    <a
      href={href}
      aria-current={open === screen ? 'true' : undefined}
      className="grid min-h-11 place-items-center rounded-lg px-2.5 text-small font-semibold text-soft hover:bg-tint aria-[current]:bg-raised aria-[current]:text-ink"
    >
      {name}
    </a>
  )
  return (
    <nav className="flex" aria-label={t('Sandbox phone', 'Sandbox-Telefon')}>
      {app('messages', '/', t('Messages', 'Nachrichten'))}
      {app('app', '/app', t('App'))}
      {app('bank', '/bank', t('Bank'))}
    </nav>
  )
}

const SCREEN = 'rounded-t-[26px] bg-surface pt-5 pb-7 sm:mb-6 sm:rounded-[26px] sm:border sm:border-line'

type ScreenProps = Omit<ComponentProps<typeof Page>, 'site' | 'brand'> & { open: Screen; children: ReactNode }

/** The phone around what it shows. */
export function PhoneScreen({ open, className = '', width = 'max-w-[28rem]', ...page }: ScreenProps) {
  return (
    <Page
      {...page}
      site={open === 'messages' ? 'phone' : 'app'}
      width={width}
      brand={<Apps open={open} language={page.language} />}
      className={`${SCREEN} ${className}`}
    />
  )
}
