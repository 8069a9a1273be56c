import { filesBelow, read } from './tree.mjs'

const MOST_LINES = 400

/** A file that says more than one thing is split before it grows beyond reading. */
export async function checkSizes() {
  return filesBelow()
    .filter((path) => /\.(?:tsx?|mjs|js|css|sql)$/.test(path))
    .flatMap((path) => {
      const lines = read(path).trimEnd().split('\n').length
      return lines > MOST_LINES ? [`${path}: ${lines} lines, ${MOST_LINES} at most`] : []
    })
}
