import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { errorsPage } from './errors.ts'
import { document, ERRORS_PAGE, ROOT } from './sources.ts'

writeFileSync(resolve(ROOT, ERRORS_PAGE), errorsPage(document))
