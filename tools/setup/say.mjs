/** @param {number} ms */
export const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`

export const sinceStart = () => inSeconds(performance.now())

/** @param {string} line */
export const say = (line) => console.log(line)

/**
 * Says what begins and how long it took, on standard error: standard output is for answers.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 */
export async function step(label, work) {
  const from = performance.now()
  console.error(`${label} …`)
  const result = await work()
  console.error(`${label}: ${inSeconds(performance.now() - from)}`)
  return result
}
