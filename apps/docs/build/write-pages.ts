import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorsPage } from './errors.ts'
import { limitsPage } from './limits.ts'
import { securityPage } from './security.ts'
import { document, ERRORS_PAGE, LIMITS_PAGE, read, ROOT, SECURITY_PAGE } from './sources.ts'

/** Pages that are made of the code. */
const PAGES = {
  [ERRORS_PAGE]: errorsPage(document),
  [LIMITS_PAGE]: limitsPage(read(LIMITS_PAGE)),
  [SECURITY_PAGE]: securityPage(read(SECURITY_PAGE)),
}

// Writes them; with --check it only says which are not what the code says.
const isCheck = process.argv.includes('--check')
for (const [path, page] of Object.entries(PAGES)) {
  if (read(path) === page) continue
  if (isCheck) {
    process.stdout.write(`${path}: the code says something else; npm run fix writes it\n`)
    process.exitCode = 1
  } else writeFileSync(resolve(ROOT, path), page)
}
