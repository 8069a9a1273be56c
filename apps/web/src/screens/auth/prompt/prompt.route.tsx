import { PromptScreen } from './prompt-screen.tsx'
import { navigate } from '#router/navigation.ts'

export function Prompt() {
  return (
    <PromptScreen
      onContinue={() => void navigate({ to: '/auth/register' })}
      onLogin={() => void navigate({ to: '/auth/login' })}
    />
  )
}
