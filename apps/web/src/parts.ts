import { PAPER_NAMES, PAPERS, type ScreenName } from '@avouch/contract'

/** Sources that a screen loads besides what every page needs, for the screens that are rendered by the server. */
const PARTS: Partial<Record<ScreenName, readonly string[]>> = {
  '/': [],
  '/auth/prompt': ['src/routes/auth/prompt.tsx'],
  '/auth/register': ['src/routes/auth/register.tsx'],
  '/auth/login': ['src/routes/auth/login.tsx'],
  '/auth/forgot-pin': ['src/routes/auth/forgot-pin.tsx'],
  '/verify-age/denied': ['src/routes/verify-age/denied.tsx'],
}

/** None: until the script runs, the screen is an empty layout. */
export function partsOf(screen: ScreenName): readonly string[] | undefined {
  for (const name of PAPER_NAMES)
    for (const language of ['en', 'de'] as const)
      if (PAPERS[name][language] === screen)
        return ['src/routes/paper.tsx', `../../packages/phrases/src/papers/${language}/${name}.ts`]
  return PARTS[screen]
}
