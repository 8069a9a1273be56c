import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  type Brand,
  COMPLETE_LANGUAGES,
  DEFAULT_BRAND,
  LEGAL_PAGE_NAMES,
  type Localized,
  visibleText,
} from '@avouch/contract'
import { type ServerTexts, serverTexts } from '@avouch/phrases/server-pages'
import * as z from 'zod'
import { StartupError } from '../../platform/startup-error.ts'
import { contrastProblems, DEFAULT_PALETTE, type Palette, styleOf, TOKENS } from './palette.ts'
import { markIn, type Picture, readPicture } from './pictures.ts'
import { errorTextsOf, textProblem } from './texts.ts'

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'expected #rrggbb')
  .toLowerCase()
const shades = z.union([
  colour.transform((both) => ({ light: both, dark: both })),
  z.strictObject({ light: colour, dark: colour }),
])
const address = z.url({ protocol: /^(https|mailto)$/, error: 'expected an address with https or mailto' })
const file = z.string().min(1).max(500)
const inLanguages = <S extends z.ZodType>(value: S) => z.record(z.enum(COMPLETE_LANGUAGES), value)

const texts = z.record(z.string(), z.string().trim().min(1).max(2_000)).check((context) => {
  for (const [key, text] of Object.entries(context.value)) {
    const problem = textProblem(key, text)
    if (problem !== undefined) context.issues.push({ code: 'custom', input: text, path: [key], message: problem })
  }
})

/** The settings of an operator's brand; one that is left out stays as it is. */
const brandFile = z.strictObject({
  name: visibleText(40),
  company: z.optional(visibleText(100)),
  logo: file.optional(),
  /** The logo for the dark scheme. */
  logoDark: file.optional(),
  logoShowsName: z.boolean().default(false),
  icon: file.optional(),
  colours: z.partialRecord(z.enum(TOKENS), shades).default({}),
  links: z.partialRecord(z.enum(LEGAL_PAGE_NAMES), inLanguages(address)).default({}),
  texts: z.partialRecord(z.enum(COMPLETE_LANGUAGES), texts).default({}),
})
type BrandFile = z.output<typeof brandFile>

function readBrandFile(path: string): BrandFile {
  let given: unknown
  try {
    given = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(`BRAND_FILE: ${path} ${code === undefined ? 'is no JSON' : `can't be read: ${code}`}.`)
  }
  const parsed = brandFile.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new StartupError(`BRAND_FILE: ${[...(issue?.path ?? []), issue?.message ?? 'unreadable'].join(': ')}.`)
}

/** The part of the look that is written into each document. */
type Look = {
  name: string
  /** The style of the colours that were changed. */
  style: string
  icon: { href: string; type: string }
  paper: { light: string; dark: string }
  errors: ReturnType<typeof errorTextsOf>
  texts: Localized<ServerTexts>
}

export type BrandSettings = { page: Brand; look: Look; pictures: readonly Picture[] }

/** Legal pages of the product: samples for an operator that does not exist. */
const OF_THE_OPERATOR = ['imprint', 'privacy', 'terms'] as const

/** Lists the legal pages that still lead to the product's sample text. */
export const inventedLegalPages = ({ links }: Brand): string[] =>
  OF_THE_OPERATOR.filter((name) => links[name] === DEFAULT_BRAND.links[name])

const OUR_ICON = { href: '/favicon.svg', type: 'image/svg+xml' }

function logoOf({ logo, logoDark, logoShowsName }: BrandFile, picture: (name: string) => Picture): Brand['logo'] {
  if (logo === undefined) {
    if (logoDark !== undefined) throw new StartupError('BRAND_FILE: logoDark needs a logo beside it.')
    return null
  }
  const { path, width, height } = picture(logo)
  return {
    src: path,
    darkSrc: logoDark === undefined ? null : picture(logoDark).path,
    width,
    height,
    showsName: logoShowsName,
  }
}

/**
 * The operator's name, logo, colours, links and texts.
 * @throws StartupError in one line, also where colours are too hard to see
 */
export function brandOf(path: string | undefined): BrandSettings {
  const { paper } = DEFAULT_PALETTE
  if (path === undefined)
    return {
      page: DEFAULT_BRAND,
      look: {
        name: DEFAULT_BRAND.name,
        style: '',
        icon: OUR_ICON,
        paper,
        errors: errorTextsOf(DEFAULT_BRAND),
        texts: serverTexts,
      },
      pictures: [],
    }
  const given = readBrandFile(path)
  const palette: Palette = { ...DEFAULT_PALETTE, ...given.colours }
  const [problem] = contrastProblems(palette)
  if (problem !== undefined) throw new StartupError(`BRAND_FILE: colours: ${problem}.`)

  const pictures: Picture[] = []
  const kept = (picture: Picture) => {
    pictures.push(picture)
    return picture
  }
  const folder = dirname(resolve(path))
  const picture = (name: string) => kept(readPicture(folder, name))
  const iconFile = given.icon ?? given.logo
  const icon =
    iconFile === undefined
      ? kept(markIn({ brand: palette.brand.light, paper: palette['brand-ink'].light }))
      : picture(iconFile)
  const page = {
    name: given.name,
    company: given.company ?? given.name,
    logo: logoOf(given, picture),
    links: { ...DEFAULT_BRAND.links, ...given.links },
    texts: { ...DEFAULT_BRAND.texts, ...given.texts },
  }
  return {
    page,
    look: {
      name: given.name,
      style: styleOf(given.colours),
      icon: { href: icon.path, type: icon.type },
      paper: palette.paper,
      errors: errorTextsOf(page),
      texts: serverTexts,
    },
    pictures,
  }
}
