import { StrictMode } from 'react'
import { Router } from '#screens/router.tsx'

/** All that is in the root element, in the browser and where pages are rendered. */
export const App = () => (
  <StrictMode>
    <Router />
  </StrictMode>
)
