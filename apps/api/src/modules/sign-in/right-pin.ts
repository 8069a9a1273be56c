import type { Client } from '../../platform/client.ts'
import { newId } from '../../platform/identifier.ts'
import { writeDaily } from '../sms/index.ts'
import type { Deps } from './deps.ts'

/** One PIN in thousands is right: who learns that it is, tells the holder of the number. A log-in does, by its code. */
type Found = { accountId: string; phoneIdx: Buffer; familyId: string }

/** The notice about the right PIN that opened a pre-confirmation session. */
export const rightPinNotice = (familyId: string): string => `pin-right:${familyId}`

/** A right PIN got a token in an unknown browser. Without a code under way the holder is warned, unless one follows. */
export async function warnAtGrant(deps: Deps, { accountId, phoneIdx, familyId }: Found, client: Client): Promise<void> {
  const of = { purpose: 'login', owner: { accountId }, device: client.device } as const
  if (!(await deps.codes.isUnderWay(of))) await warn(deps, rightPinNotice(familyId), phoneIdx)
}

/** A right PIN in an unknown browser whose code or session was refused: the refusal has disclosed it. */
export const warnAtPreLogin = (deps: Deps, phoneIdx: Buffer): Promise<void> => warn(deps, newId('sms'), phoneIdx)

const warn = ({ db, clock, sms }: Deps, smsId: string, phoneIdx: Buffer): Promise<void> =>
  writeDaily(db, { notice: 'pin_right', phoneIdx, smsId, now: clock() }, sms.enqueueUnlessCode)
