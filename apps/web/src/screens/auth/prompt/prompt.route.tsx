import { Fragment } from 'react'
import { AboveForm } from '#screens/auth/above-form.tsx'
import { PromptScreen } from './prompt-screen.tsx'
import { useWayBack } from '#visit/intent.ts'
import { navigate, useSearch } from '#router/navigation.ts'

export function Screen() {
  const wayBack = useWayBack(useSearch().mintid)
  return (
    <Fragment>
      <AboveForm />
      <PromptScreen
        wayBack={wayBack}
        onContinue={() => void navigate({ to: '/auth/register' })}
        onLogin={() => void navigate({ to: '/auth/login' })}
      />
    </Fragment>
  )
}
