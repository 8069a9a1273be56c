import { resolve } from 'node:path'
import { buildSite } from './build.ts'
import { ROOT } from './sources.ts'

// Builds the site in the folder that is named, or in dist.
const folder = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../dist'))
// The generator takes paths from the folder that it runs in.
process.chdir(ROOT)
await buildSite(folder)
