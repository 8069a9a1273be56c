import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LandingScreen } from '#features/landing/landing-screen.tsx'
import { authState } from '#lib/auth-state.ts'
import { brand } from '#lib/brand.ts'
import { useIntent } from '#lib/intent.ts'
import { forgetAnswers } from '#lib/query.ts'
import { landingSearch } from '#lib/search.ts'
import { processingIntent, session } from '#lib/session.ts'
import { forgetVisit, rememberVisit } from '#lib/verification.ts'

export const Route = createFileRoute('/')({ validateSearch: landingSearch, component: Landing })

function Landing() {
  const navigate = Route.useNavigate()
  const { mintid, mobile, payment = false } = Route.useSearch()
  const { searchStr } = useLocation()
  const { provider, gone } = useIntent(mintid)

  useEffect(() => {
    // A request that leads nowhere is said to do so once, and is not what the next visit begins with.
    if (gone === undefined) rememberVisit({ mintid, mobile, payment })
    else forgetVisit()
  }, [mintid, mobile, payment, gone])

  const withoutApp = () => {
    session.clear()
    processingIntent.clear()
    authState.reset()
    forgetAnswers()
    void navigate({ to: '/auth/prompt' })
  }
  return (
    <LandingScreen
      appHref={brand.appLink + searchStr}
      payment={payment}
      provider={provider}
      gone={gone}
      onWithoutApp={withoutApp}
    />
  )
}
