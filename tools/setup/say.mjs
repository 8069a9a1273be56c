const { COMMAND_BEGAN } = process.env
// A command that runs below is one of its own.
delete process.env['COMMAND_BEGAN']

/** When the command began: an older Node may have installed the packages before this process. In milliseconds since 1970. */
export const BEGAN = Number(COMMAND_BEGAN ?? performance.timeOrigin)

/** @param {number} ms */
export const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`

export const sinceStart = () => inSeconds(Date.now() - BEGAN)

let print = console.log

/** From now on lines go to standard error: standard output is for an answer. */
export const sayApart = () => {
  print = console.error
}

/** @param {string} line */
export const say = (line) => print(line)

/**
 * Says what begins and how long it took.
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 */
export async function step(label, work) {
  const from = performance.now()
  say(`${label} …`)
  const result = await work()
  say(`${label}: ${inSeconds(performance.now() - from)}`)
  return result
}
