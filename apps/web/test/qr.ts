import jsqr from 'jsqr'

const SCALE = 4
const QUIET = 4

/** Reads the code off its drawing, as a camera would. */
export function scanned(picture: Element): string | undefined {
  const modules = Number(picture.getAttribute('viewBox')?.split(' ')[2])
  const side = (modules + 2 * QUIET) * SCALE
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  const dark = [...picture.querySelectorAll('path')].at(-1)?.getAttribute('d') ?? ''
  for (const [, x, y, width] of dark.matchAll(/M(\d+)[ ,](\d+) ?h(\d+)v1/g)) {
    const left = (Number(x) + QUIET) * SCALE
    for (let row = 0; row < SCALE; row += 1) {
      const from = ((Number(y) + QUIET) * SCALE + row) * side + left
      for (let at = from; at < from + Number(width) * SCALE; at += 1) pixels.set([0, 0, 0], at * 4)
    }
  }
  return jsqr(pixels, side, side)?.data
}
