import { filesBelow, isTest, read } from './tree.mjs'

const SOURCE_LINES = 250
const TEST_LINES = 400

/** A file that says more than one thing is split before it grows beyond reading. */
export async function checkSizes() {
  return filesBelow()
    .filter((path) => /\.(?:tsx?|mjs|js|css|sql)$/.test(path))
    .flatMap((path) => {
      const lines = read(path).trimEnd().split('\n').length
      const most = isTest(path) ? TEST_LINES : SOURCE_LINES
      return lines > most ? [`${path}: ${lines} lines, ${most} at most`] : []
    })
}
