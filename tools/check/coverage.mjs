import { testTitlesOf } from './parse.mjs'
import { filesBelow, isCode, isTest, read } from './tree.mjs'

const RULE_ROW = /^\| (?<id>[A-Z][A-Z0-9]*-\d{2}) \|/
const RULE_ID = /\b[A-Z][A-Z0-9]*-\d{2}\b/g

/** @param {string} table */
export function ruleIds(table) {
  return table.split('\n').flatMap((line) => RULE_ROW.exec(line)?.groups?.['id'] ?? [])
}

/** @param {string} title */
export const idsIn = (title) => title.match(RULE_ID) ?? []

/** Ids that a test names and no rule has, and rules that no test of `npm test` names. */
export async function rulesAndTests() {
  const rules = ruleIds(read('docs/rules.md'))
  const known = new Set(rules)
  const named = new Set()
  const problems = rules
    .filter((id, index) => rules.indexOf(id) !== index)
    .map((id) => `docs/rules.md: ${id} is there twice`)
  if (rules.length === 0) problems.push('docs/rules.md: no rule was found')
  for (const path of filesBelow().filter((file) => isTest(file) && isCode(file))) {
    for (const { title, line, soakOnly } of testTitlesOf(path, read(path))) {
      for (const id of idsIn(title)) {
        if (!soakOnly) named.add(id)
        if (!known.has(id)) problems.push(`${path}:${line}: no rule has the id ${id}`)
      }
    }
  }
  const open = rules.filter((id) => !named.has(id))
  return { problems, rules: rules.length, open }
}
