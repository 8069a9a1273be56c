import { switches, type SwitchValues } from '@avouch/contract'
import { call } from '#api/api.ts'

export const askSwitches = async (): Promise<SwitchValues> => (await call(switches, {})).data
