import { type SwitchName, SWITCHES } from '../switches.ts'

/** The switches that the operator turns while the product runs; pages know the first two. provider_signup - who may make a test project. */
export const OPERATOR_SWITCHES = [...SWITCHES, 'provider_signup'] as const
export type OperatorSwitch = SwitchName | 'provider_signup'
