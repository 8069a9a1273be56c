import type { Device } from '../../platform/device.ts'

export type NewLink = {
  codeHash: Buffer
  idHash: Buffer
  intentId: string
  device: Device
  number: number
  createdAt: Date
  expiresAt: Date
}

/** waiting, claimed, matched, refused: how far the app is. What comes after that is the intent's. */
export type LinkState = 'waiting' | 'claimed' | 'matched' | 'refused'
export type FollowedLink = {
  state: LinkState
  expiresAt: Date
  /** The account whose app spoke for this browser has ended meanwhile. */
  accountEnded: boolean
  /** isForAdults: nobody under age may have it. */
  intent: { state: string; redirectUri: string; expiresAt: Date; isForAdults: boolean }
}

/** Each call is one conditional statement: a link is claimed by one user and compared once, whatever happens at once. */
export type AppLinkStore = {
  create(link: NewLink): Promise<void>
  follow(idHash: Buffer, device: Device): Promise<FollowedLink | undefined>
  /** Those that are still there, by the hash of their id. */
  followAll(idHashes: readonly Buffer[]): Promise<readonly { idHash: Buffer; link: FollowedLink }[]>
  /** The number to compare; undefined when the link is over, or somebody else's. Again for who has it. */
  claim(
    codeHash: Buffer,
    accountId: string,
    now: Date,
  ): Promise<{ intentId: string; number: number; expiresAt: Date } | undefined>
  /** Compared once: a wrong number ends the link. */
  match(
    codeHash: Buffer,
    accountId: string,
    number: number,
    now: Date,
  ): Promise<{ intentId: string; matched: boolean } | undefined>
  /** False when there was nothing to refuse any more. */
  refuse(codeHash: Buffer, accountId: string, now: Date): Promise<boolean>
}
