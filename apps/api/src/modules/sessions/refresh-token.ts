import { type Mac, sameBytes } from '../../platform/keyring.ts'

const PREFIX = 'avrt_'
const SHAPE = /^avrt_([A-Za-z0-9_-]{10,64})\.([0-9]{1,6})\.([A-Za-z0-9_-]{43})$/

export type RefreshToken = { familyId: string; generation: number }

/** The token of a generation is a keyed hash of its family: the same one can be handed out again, and none is stored. */
export function refreshTokenFor(mac: Mac, { familyId, generation }: RefreshToken): string {
  const proof = mac('refresh', familyId, String(generation)).toString('base64url')
  return `${PREFIX}${familyId}.${generation}.${proof}`
}

/** Reads a token's claims after checking its MAC; undefined for anything that we did not make. */
export function readRefreshToken(mac: Mac, token: string): RefreshToken | undefined {
  const [, familyId, generation] = SHAPE.exec(token) ?? []
  if (familyId === undefined || generation === undefined) return undefined
  const claimed = { familyId, generation: Number(generation) }
  return sameBytes(Buffer.from(refreshTokenFor(mac, claimed)), Buffer.from(token)) ? claimed : undefined
}
