/** @typedef {{ name: string, numbers: string | undefined }} Limit its numbers as `burst/most/time`, of a count its number alone; undefined: unreadable */

/** @type {Record<string, string>} */
const TIMES = {
  MINUTE_MS: 'a minute',
  HOUR_MS: 'an hour',
  DAY_MS: 'a day',
  '10 * MINUTE_MS': 'in 10 minutes',
  '5 * SECOND_MS': 'in 5 seconds',
}

/** The functions that make a limit with a time. */
const TIMED = new Set(['rate', 'bucket'])

/** A limit without a time. */
const COUNT = /^\s*'[\w-]+',\s*'\w+',\s*(?<count>\d+)/
const COUNTED = /^(?<count>\d+)(?: in a row| since .*)?$/

const RULE = /^ {2}'(?<name>[\w.-]+)': (?<kind>\w+)\((?<given>[^)]*)/gm
const GIVEN = /^\s*'[\w-]+',\s*'\w+',\s*\[?\s*(?<counts>[\d_]+(?:,\s+[\d_]+)?),\s+(?<time>[\w *]*_MS)/
const BUCKET = /^(?<burst>[\d,]+) at once, (?<most>[\d,]+) (?<time>an? \w+|in \d+ \w+)(?<each> each)?$/
const RATES = /^(?<counts>[\d,]+(?:(?:, | and )[\d,]+)*) (?<time>an? \w+|in \d+ \w+)$/

/** @param {string} text */
const numberIn = (text) => Number(text.replaceAll(/[,_]/g, ''))

/** `count` at once, and as many come back within the time. @param {number} count @param {string} time */
const rate = (count, time) => `${count}/${2 * count}/${time}`

/** @param {string} code the table of rules @returns {Limit[]} */
function limitsInCode(code) {
  const [, rules = ''] = code.split('export const RULES = {')
  return [...(rules.split('\n}')[0] ?? '').matchAll(RULE)].map(({ groups = {} }) => {
    const { counts = '', time = '' } = GIVEN.exec(groups['given'] ?? '')?.groups ?? {}
    const [burst = 0, most] = counts.split(/,\s+/).map(numberIn)
    const named = TIMES[time] ?? time
    const numbers = most === undefined ? rate(burst, named) : `${burst}/${most}/${named}`
    const hasTime = TIMED.has(groups['kind'] ?? '')
    const count = COUNT.exec(groups['given'] ?? '')?.groups?.['count']
    return { name: groups['name'] ?? '', numbers: hasTime ? numbers : count }
  })
}

/** What a cell says of each of its limits: "120 and 60 a minute", "5 at once, 20 an hour; 100 an hour". @param {string} cell @param {number} count */
function numbersIn(cell, count) {
  return cell.split('; ').flatMap((part) => {
    const bucket = BUCKET.exec(part)?.groups
    if (bucket !== undefined) {
      const { burst = '', most = '', time = '', each } = bucket
      const numbers = `${numberIn(burst)}/${numberIn(most)}/${time}`
      return each === undefined ? [numbers] : Array.from({ length: count }, () => numbers)
    }
    const counted = COUNTED.exec(part)?.groups?.['count']
    if (counted !== undefined) return [counted]
    const { counts = '', time = '' } = RATES.exec(part)?.groups ?? {}
    return counts.split(/, | and /).map((text) => rate(numberIn(text), time))
  })
}

/** @param {string} document @returns {Limit[]} */
function limitsInDocument(document) {
  const [, section = ''] = document.split('\n## Rate limits\n')
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  return rows.slice(1).flatMap((line) => {
    const [, named = '', , numbers = ''] = line.split('|').map((cell) => cell.trim())
    const names = named.split(', ')
    const each = numbersIn(numbers, names.length)
    return names.map((name, i) => ({ name, numbers: each.length === names.length ? each[i] : undefined }))
  })
}

/**
 * Every limit is in the document with its default, and the document names no other.
 * @param {string} code
 * @param {string} document
 */
export function problemsOfLimits(code, document) {
  const [limits, described] = [limitsInCode(code), limitsInDocument(document)]
  const names = new Set(limits.map(({ name }) => name))
  return [
    ...limits.flatMap(({ name, numbers }) => {
      const found = described.find((one) => one.name === name)
      if (found === undefined) return [`the limit ${name} is missing`]
      const isRight = numbers === undefined || numbers === found.numbers
      return isRight ? [] : [`the limit ${name} is ${numbers} in the code, ${found.numbers ?? 'unreadable'} here`]
    }),
    ...described.filter(({ name }) => !names.has(name)).map(({ name }) => `there is no limit ${name}`),
    ...(limits.length === 0 ? ['no limit was found in the code'] : []),
  ]
}
