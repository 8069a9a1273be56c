import { readFileSync } from 'node:fs'
import { contentsOfServer } from './support/contents.ts'
import { refuseLeaks } from './support/search.ts'
import { createRegister } from './support/secrets.ts'

/** Reads what the browser tests sent, a JSON text in each line: bodies, tokens, and the SMS that they read. */
function registerOf(file: string) {
  const register = createRegister()
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { said, sms } = JSON.parse(line) as { said?: string; sms?: { to: string; text: string } }
    register.saw(said)
    if (sms !== undefined) register.sawSms(sms)
  }
  return register
}

async function search(register: ReturnType<typeof registerOf>): Promise<string> {
  const log = readFileSync(logFile, 'utf8').split('\n').filter(Boolean)
  const { tables, rows, values, logLines, secrets } = refuseLeaks(register, await contentsOfServer(databaseUrl), log)
  return `none of ${secrets} secrets in ${values} values of ${rows} rows of ${tables} tables and ${logLines} lines of the log`
}

/**
 * node search-product.ts <database's address> <log> <what was sent> whole|part: looks through what a stopped product has left
 * behind. A part of the tests may have sent nothing.
 */
const [databaseUrl = '', logFile = '', sentFile = '', extent = 'whole'] = process.argv.slice(2)
try {
  const register = registerOf(sentFile)
  const { PIN = 0, number = 0, token = 0 } = register.counts()
  const isComplete = PIN > 0 && number > 0 && token > 0
  if (!isComplete && extent === 'whole') throw new Error('P-12: the browser tests told of nothing to look for')
  const found = PIN + number + token > 0 ? await search(register) : 'nothing was sent that could be looked for'
  process.stdout.write(`P-12: ${found}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
