import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/verify-age/denied_/$')({
  beforeLoad: () => {
    throw redirect({ to: '/verify-age/denied', search: true, replace: true })
  },
})
