import { createFileRoute } from '@tanstack/react-router'
import { PromptScreen } from '#features/auth/prompt-screen.tsx'

export const Route = createFileRoute('/auth/prompt')({ staticData: { back: true }, component: Prompt })

function Prompt() {
  const navigate = Route.useNavigate()
  return (
    <PromptScreen
      onContinue={() => void navigate({ to: '/auth/register' })}
      onLogin={() => void navigate({ to: '/auth/login' })}
    />
  )
}
