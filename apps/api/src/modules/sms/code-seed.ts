export type CodePurpose = 'login' | 'register' | 'reset'

/** What a code is derived from. */
export type CodeSeed = { id: string; purpose: CodePurpose; phoneIdx: Buffer; generation: number }
