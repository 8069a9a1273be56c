import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorsPage } from './errors.ts'
import { document, ERRORS_PAGE, read, ROOT } from './sources.ts'

// Writes the page of all errors; with --check it only says whether it is what the contract says.
const page = errorsPage(document)
if (process.argv.includes('--check')) {
  if (read(ERRORS_PAGE) !== page) {
    process.stdout.write(`${ERRORS_PAGE}: the contract says something else; npm run fix writes it\n`)
    process.exitCode = 1
  }
} else writeFileSync(resolve(ROOT, ERRORS_PAGE), page)
