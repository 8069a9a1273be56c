import { codeIn, isOn, LANGUAGE_PARAMETER, languageOf, unescaped } from '@avouch/contract'

const wordIn = (text: string): string => /[\w-]+(?:\.[\w-]+)*/.exec(unescaped(text))?.[0] ?? ''

const flagIn = (text: string): string => (text === '' ? '' : String(isOn(wordIn(text))))

/** The parameters that our pages read, each as it is meant. */
const READ: ReadonlyMap<string, (text: string) => string> = new Map([
  ['mintid', codeIn],
  ['mobile', flagIn],
  ['payment', flagIn],
  ['expired', flagIn],
  ['retry', (text) => (isOn(wordIn(text)) ? '1' : text)],
  [LANGUAGE_PARAMETER, (text) => languageOf(text) ?? text],
  ['return', wordIn],
  ['problem', wordIn],
  ['callback', (text) => text],
])
const NAMES = [...READ.keys()].join('|')
/** A parameter within the value of another: after a second "?", or with its "&" escaped. */
const NEXT = new RegExp(`(?:[?&;]|%3f|%26|%3b)(?:amp;){0,8}(?=(?:${NAMES})(?:=|%3d))`, 'i')
const ESCAPED = new RegExp(`^(?:${NAMES})=`, 'i')

/** However it is written, and with what programs leave in front of it: "MintId", "amp;mobile". */
function nameOf(given: string): string {
  const word = /^(?:amp;|[^a-z0-9])*([a-z]+)[^a-z0-9]*$/i.exec(given)?.[1]?.toLowerCase()
  return word !== undefined && READ.has(word) ? word : given
}

type Pair = readonly [string, string]

/** True for a usable value: a code of the right alphabet, or any text of other parameters. */
const says = ([name, text]: Pair): boolean => (name === 'mintid' ? /^[\w-]{16,128}$/.test(text) : text !== '')

function pairsOf(search: string): Pair[] {
  return [...new URLSearchParams(search)].flatMap(([given, text]): Pair[] => {
    if (ESCAPED.test(given)) return pairsOf(text === '' ? given : `${given}=${text}`)
    const name = nameOf(given)
    const read = READ.get(name)
    if (read === undefined || name === 'callback') return [[name, text]]
    const [own = '', ...others] = text.split(NEXT)
    return [[name, read(own)], ...others.flatMap(pairsOf)]
  })
}

/**
 * The query of an address as it was meant, where programs or people have changed it on the way; undefined where they have
 * not. Of a parameter of ours that comes twice the first counts that says something.
 */
export function repairedSearch(search: string): string | undefined {
  const pairs = pairsOf(search)
  const counts = new Map<string, Pair>()
  for (const pair of pairs) {
    const first = counts.get(pair[0])
    if (first === undefined || first[1] === '' || (!says(first) && says(pair))) counts.set(pair[0], pair)
  }
  const plain = pairs.filter((pair) => !READ.has(pair[0]) || counts.get(pair[0]) === pair)
  const given = [...new URLSearchParams(search)]
  if (JSON.stringify(plain) === JSON.stringify(given)) return undefined
  return `?${new URLSearchParams(plain.map(([...pair]) => pair)).toString()}`
}
