/** Apart from the others, because only test requests say this. */
export const en = {
  'testOutcome.title': 'This is a test: choose an outcome',
  'testOutcome.text':
    'No document is checked, and your account stays as it is. {{provider}} learns the outcome, marked as a test.',
  'testOutcome.app': 'No app is asked. {{provider}} learns the outcome, marked as a test.',
  'testOutcome.website': 'The website',
  'testOutcome.COMPLETED': '{{age}} or over',
  'testOutcome.COMPLETED_FRAUD': '{{age}} or over, with a suspicion of fraud',
  'testOutcome.PENDING_MANUAL_REVIEW': 'A person looks again',
  'testOutcome.MANUAL_REVIEW_REJECTED': 'Rejected after a second look',
  'testOutcome.USER_PROCESS_EXPIRED': 'Given up',
  'testOutcome.DELETED': 'Deleted at the identity check',
  'testOutcome.UNDERAGED': 'Under {{age}}',
} as const
