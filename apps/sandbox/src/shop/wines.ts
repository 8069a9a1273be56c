import type { Words } from '../http/language.ts'

/** The shelf. Invented, all of it. */
export const WINES: readonly { name: string; text: Words; price: number }[] = [
  { name: 'Steinfeder 2023', text: 'Riesling, dry|Riesling, trocken', price: 1_190 },
  { name: 'Nachtlese 2021', text: 'Pinot noir, from old vines|Spätburgunder, alte Reben', price: 1_840 },
  { name: 'Kalkrinne 2022', text: 'Silvaner, from limestone|Silvaner, vom Muschelkalk', price: 1_350 },
]
