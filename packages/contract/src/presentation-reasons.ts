/** Why an answer was refused: for the screen and the audit trail. The provider learns none of it. */
export const PRESENTATION_REASONS = [
  'not_trusted',
  'expired',
  'not_valid_yet',
  'clock',
  'not_of_this_request',
  'not_a_proof_of_age',
  'age_not_shown',
  'malformed',
  'cancelled',
  'not_possible',
  'timed_out',
] as const
export type PresentationReason = (typeof PRESENTATION_REASONS)[number]

/**
 * Reasons of a browser that got no answer from an app: nothing was shown, it can't ask apps, none answered in time, or what came is
 * no answer.
 */
export const BROWSER_FAILURES = [
  'cancelled',
  'not_possible',
  'timed_out',
  'malformed',
] as const satisfies PresentationReason[]
export type BrowserFailure = (typeof BROWSER_FAILURES)[number]
