import { LEGAL_PAGE_NAMES, LEGAL_PAGES, type ScreenName } from '@avouch/contract'

/** Sources that a screen loads besides what every page needs, for the screens that are rendered by the server. */
const PARTS: Partial<Record<ScreenName, readonly string[]>> = {
  '/': [],
  '/auth/prompt': ['src/screens/auth/prompt/prompt.route.tsx'],
  '/auth/register': ['src/screens/auth/register/register.route.tsx'],
  '/auth/login': ['src/screens/auth/login/login.route.tsx'],
  '/auth/forgot-pin': ['src/screens/auth/forgot-pin/forgot-pin.route.tsx'],
  '/verify-age/denied': ['src/screens/verify-age/denied.route.tsx'],
}

/** None: until the script runs, the screen is an empty layout. */
export function partsOf(screen: ScreenName): readonly string[] | undefined {
  for (const name of LEGAL_PAGE_NAMES)
    for (const language of ['en', 'de'] as const)
      if (LEGAL_PAGES[name][language] === screen)
        return [
          'src/screens/legal-pages/legal-page.route.tsx',
          `../../packages/phrases/src/legal-pages/${language}/${name}.ts`,
        ]
  return PARTS[screen]
}
