export type CodePurpose = 'login' | 'register' | 'reset'

/** digits: six of them, typed in where they were asked for. link: a secret that works where it is opened. */
export type CodeForm = 'digits' | 'link'

/** What a code is derived from. */
export type CodeSeed = { id: string; purpose: CodePurpose; form: CodeForm; phoneIdx: Buffer; generation: number }
