import { SIGN_IN_START } from '@avouch/journey'
import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/auth/')({
  beforeLoad: () => {
    throw redirect({ to: SIGN_IN_START, search: true, replace: true })
  },
})
