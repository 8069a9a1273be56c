import { createKeyring } from '../adapters/crypto/keyring.ts'
import { openDatabase } from '../adapters/open-database.ts'
import { composeAudit } from '../compose-audit.ts'
import { decide } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { StartupError } from '../config/startup-error.ts'

const HEAD = /^[0-9]{1,15}:[0-9a-f]{64}$/

/** @returns whether the trail is whole */
export async function verifyAudit(env: Env, args: readonly string[], print: (line: string) => void): Promise<boolean> {
  const [notedHead] = args
  if (notedHead !== undefined && !HEAD.test(notedHead))
    throw new StartupError('A head of the audit trail is written as its number, a colon and 64 hexadecimal digits.')
  const config = decide(env)
  const ignore = () => {}
  const opened = await openDatabase(config.database, ignore)
  try {
    const keyring = createKeyring(config.master)
    const { audit } = composeAudit({ database: opened.database, keyring, clock: config.clock, warn: ignore })
    const { events, head, brokenAt } = await audit.verify(notedHead)
    if (brokenAt === undefined) print(`${events} events, chain whole; head ${head}`)
    else print(`Broken at event ${brokenAt}.`)
    return brokenAt === undefined
  } finally {
    await opened.close()
  }
}
