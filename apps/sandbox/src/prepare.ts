import { readOfficeKeys, writeAnchors } from './age-office/office-keys.ts'
import { readDataDir } from './config.ts'

/** Before the product starts: makes the keys of the age office, and names it to the product. */
const dataDir = readDataDir()
writeAnchors(dataDir, readOfficeKeys(dataDir, new Date()))
