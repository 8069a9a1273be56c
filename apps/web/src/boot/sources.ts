import type { ScreenName } from '@avouch/contract'
import type { Route } from '#router/route.ts'
import { SCREENS } from '#screens/screens.ts'

const ROUTES = Object.keys(import.meta.glob('../screens/**/*.route.tsx'))

/** A screen lies where its address says: /auth/login in screens/auth/login/, /verify-age/denied in screens/verify-age/. */
const routeFileOf = (name: ScreenName): string | undefined => {
  const [last = ''] = name.split('/').slice(-1)
  return ROUTES.find((path) => [`../screens${name}.route.tsx`, `../screens${name}/${last}.route.tsx`].includes(path))
}

/** The source files that a screen loads in addition to what every page needs, from the folder of the front end. */
export function sourcesOf(name: ScreenName): string[] {
  const { legalPage, language }: Route = SCREENS[name]
  if (legalPage !== undefined && language !== undefined)
    return [
      'src/screens/legal-pages/legal-page.route.tsx',
      `../../packages/phrases/src/legal-pages/${language}/${legalPage}.ts`,
    ]
  const path = routeFileOf(name)
  return path === undefined ? [] : [path.replace('..', 'src')]
}
