/** Why an answer was refused: for the screen and the audit trail. The provider learns none of it. */
export const PRESENTATION_REASONS = [
  'not_trusted',
  'expired',
  'not_of_this_request',
  'not_a_proof_of_age',
  'age_not_shown',
  'malformed',
  'cancelled',
] as const
export type PresentationReason = (typeof PRESENTATION_REASONS)[number]
