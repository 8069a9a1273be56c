import { PromptScreen } from '#features/auth/prompt-screen.tsx'
import { navigate } from '#lib/navigation.ts'

export function Prompt() {
  return (
    <PromptScreen
      onContinue={() => void navigate({ to: '/auth/register' })}
      onLogin={() => void navigate({ to: '/auth/login' })}
    />
  )
}
