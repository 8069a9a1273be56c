import type { AdminDelivery, DeliveryState as State } from '@avouch/contract'
import { useTranslate } from '#i18n/language.ts'
import { Badge } from '#ui/badge.tsx'

const BADGE_OF_STATE = { pending: 'open', delivered: 'good', failed: 'bad' } as const satisfies Record<State, string>

export function DeliveryState({ state }: { state: State }) {
  const t = useTranslate()
  return <Badge look={BADGE_OF_STATE[state]}>{t(`delivery.${state}`)}</Badge>
}

type Answer = Pick<AdminDelivery, 'last_status' | 'last_error'>

/** Words the receiver's answer, or the error that replaced it. */
export const answerOf = ({ last_status, last_error }: Answer): string => last_error ?? last_status?.toString() ?? '–'
