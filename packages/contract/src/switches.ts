import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** maintenance - no deposits; broadcast - the warning about the app on phones. '1' is on. */
export const SWITCHES = ['maintenance', 'broadcast'] as const
export type SwitchName = (typeof SWITCHES)[number]

const value = z.enum(['0', '1'])
export type SwitchValue = z.infer<typeof value>

export const switchValues = z.object({ maintenance: value, broadcast: value })
export type SwitchValues = z.infer<typeof switchValues>

export const switches = endpoint({
  method: 'GET',
  path: '/api/switches',
  summary: 'What the operator has switched on: which banners are shown.',
  auth: 'none',
  limit: 'switches',
  answers: { 200: switchValues },
  errors: [],
  cacheSeconds: 5,
})
