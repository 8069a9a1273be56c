import { filesBelow, isTest, read } from './tree.mjs'

const EXPORT = /^export (?:abstract |async )*(?:class|const|enum|function\*?|interface|type) ([\w$]+)/gm

/** Finds names that several files export. @param {[path: string, text: string][]} files */
export function repeatedNames(files) {
  const all = files.flatMap(([path, text]) =>
    [...new Set(Array.from(text.matchAll(EXPORT), ([, name = '']) => name))].map((name) => ({ name, path })),
  )
  return [...Map.groupBy(all, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name} has several meanings: ${places.map(({ path }) => path).join(', ')}`)
}

/** In the server a name stands for one thing. */
export async function checkNames() {
  const paths = filesBelow('apps/api/src').filter((path) => path.endsWith('.ts') && !isTest(path))
  return repeatedNames(paths.map((path) => [path, read(path)]))
}
