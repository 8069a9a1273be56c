import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const RUNNER = resolve(import.meta.dirname, '../../../../tools/run.mjs')

/** A command of the operator on the running product, by `npm run avouch`'s own program. @throws Error unless all is well */
export async function operate(...words: string[]): Promise<string> {
  const folder = process.env['PRODUCT_DATA_DIR']
  if (folder === undefined) throw new Error('PRODUCT_DATA_DIR is missing: the product was not started by npm test')
  const { PRODUCT_DATABASE_URL: DATABASE_URL = '', PRODUCT_URL = '' } = process.env
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL, PORT: new URL(PRODUCT_URL).port, CLOCK_SHIFT_FILE: '' }
  return (await promisify(execFile)(process.execPath, [RUNNER, 'avouch', ...words], { env })).stdout
}
