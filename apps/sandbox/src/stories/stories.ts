import type { Words } from '../http/language.ts'
import data from './stories.json' with { type: 'json' }

/** Progress of a story, as the sandbox's own servers know it. */
export type Progress = keyof typeof data.steps

export const isOver = (progress: Progress) => progress === 'yes' || progress === 'no'

type Story = {
  title: Words
  text: Words
  /** The page of the website where it begins. */
  path: string
  website: string
  /** Its account was made and proven before. */
  isProven: boolean
  /** Overrides the common steps. */
  steps: Partial<Record<Progress, Words>>
}
export type Slug = keyof typeof data.stories
export const STORIES: Readonly<Record<Slug, Story>> = data.stories
export const isSlug = (value = ''): value is Slug => Object.hasOwn(STORIES, value)
export const SLUGS = Object.keys(STORIES).filter(isSlug)

/** Leads on in a story that is over. */
export const SEE_END: Words = 'See the end|Ende ansehen'
/** The PIN of accounts that are made ahead. */
export const PIN = '4711'

export const nextStep = (slug: Slug, progress: Progress): Words => STORIES[slug].steps[progress] ?? data.steps[progress]
