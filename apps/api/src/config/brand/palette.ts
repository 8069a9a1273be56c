import { type Colour, contrast } from './contrast.ts'

const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]
type Shades = Readonly<Record<Scheme, Colour>>

/** The colours of the pages, as `packages/design/src/theme.css` has them. */
export const DEFAULT_PALETTE = {
  paper: { light: '#f6f5f1', dark: '#0f1619' },
  surface: { light: '#ffffff', dark: '#182226' },
  sunken: { light: '#eeece6', dark: '#212c31' },
  line: { light: '#dedbd2', dark: '#2d3b41' },
  'line-strong': { light: '#84847c', dark: '#7f9097' },
  ink: { light: '#10201e', dark: '#eef3f1' },
  'ink-soft': { light: '#4b5955', dark: '#a9bab5' },
  brand: { light: '#0a5f55', dark: '#63d3bd' },
  'brand-ink': { light: '#ffffff', dark: '#06211c' },
  'brand-hover': { light: '#084c44', dark: '#86e2cf' },
  tint: { light: '#e2f1ec', dark: '#15312c' },
  'tint-line': { light: '#b4dace', dark: '#28544b' },
  danger: { light: '#a8201a', dark: '#ff9c93' },
  'danger-tint': { light: '#fbeae8', dark: '#3a1a18' },
  warn: { light: '#f6a821', dark: '#f6a821' },
  'warn-ink': { light: '#2a1a00', dark: '#2a1a00' },
  'warn-text': { light: '#8a5300', dark: '#f6c267' },
  ok: { light: '#1b6b3a', dark: '#7cdba0' },
  info: { light: '#1f5c8b', dark: '#8fc7f2' },
  'art-soft': { light: '#a5dccd', dark: '#2b6459' },
} as const satisfies Record<string, Shades>

export type Token = keyof typeof DEFAULT_PALETTE
export type Palette = Readonly<Record<Token, Shades>>
export const TOKENS = Object.keys(DEFAULT_PALETTE) as [Token, ...Token[]]

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const LEAST = { text: 4.5, 'what is no text': 3 } as const
type Use = keyof typeof LEAST

/** The backgrounds of each colour. A pair needs the contrast of its use. */
const PAIRS: readonly (readonly [Use, Token, readonly Token[]])[] = [
  ['text', 'ink', ['paper', 'surface', 'sunken', 'tint', 'danger-tint']],
  ['text', 'ink-soft', ['paper', 'surface', 'sunken', 'tint']],
  ['text', 'brand', ['paper', 'surface', 'tint']],
  ['text', 'brand-ink', ['brand', 'brand-hover']],
  ['text', 'danger', ['paper', 'surface']],
  ['text', 'warn-ink', ['warn']],
  ['text', 'warn-text', ['surface']],
  ['text', 'ok', ['surface']],
  ['what is no text', 'line-strong', ['paper', 'surface', 'sunken']],
  ['what is no text', 'info', ['surface']],
  ['what is no text', 'ok', ['paper', 'surface', 'tint']],
  ['what is no text', 'danger', ['danger-tint']],
  ['what is no text', 'paper', ['brand']],
]

/** Every pair that is too hard to see, as a line for the operator. */
export function contrastProblems(palette: Palette): string[] {
  return PAIRS.flatMap(([use, front, backs]) =>
    backs.flatMap((back) =>
      SCHEMES.flatMap((scheme) => {
        const [one, other] = [palette[front][scheme], palette[back][scheme]]
        const ratio = contrast(one, other)
        if (ratio >= LEAST[use]) return []
        // Cut, not rounded: 4.499 is not 4.5.
        const shown = (Math.floor(ratio * 100) / 100).toFixed(2)
        return [`${front} ${one} on ${back} ${other}, ${scheme}, has ${shown}:1, but ${use} needs ${LEAST[use]}:1`]
      }),
    ),
  )
}

/** Writes the operator's colours as a style; empty when they change nothing. */
export function styleOf(chosen: Partial<Palette>): string {
  const of = (scheme: Scheme) =>
    Object.entries(chosen)
      .map(([token, shades]) => `--color-${token}:${shades[scheme]}`)
      .join(';')
  return Object.keys(chosen).length === 0
    ? ''
    : `:root{${of('light')}}@media (prefers-color-scheme:dark){:root{${of('dark')}}}`
}
