import { readOfficeKeys, writeAnchors } from './age-office/office-keys.ts'
import { readDataDir } from './config.ts'

/** Before the product starts: makes the keys of the age office, and names it to the product. What the product shows ID wallets is made too. */
const dataDir = readDataDir()
const now = new Date()
await writeAnchors(dataDir, await readOfficeKeys(dataDir, now), now)
