// Loaded before the program, as a machine whose clock is set by hand: WRONG_CLOCK_FILE holds milliseconds.
import { readFileSync } from 'node:fs'

const RealDate = Date
const real = RealDate.now.bind(RealDate)
const shifted = () => real() + Number(readFileSync(process.env['WRONG_CLOCK_FILE'] ?? '', 'utf8'))

globalThis.Date = class extends RealDate {
  constructor(...values: number[]) {
    super(...((values.length === 0 ? [shifted()] : values) as [number]))
  }
  static override now = shifted
} as DateConstructor
