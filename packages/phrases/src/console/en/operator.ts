/** The operator's console. */
export const operator = {
  'operator.console': 'Operator console',
  'operator.signIn': 'For people who operate {{product}}. You need an invitation.',
  'operator.home': 'Start',
  'operator.welcome': 'You are signed in as {{role}}.',
  'operator.notYours': 'Your account may do nothing for the installation. Ask an operator for an invitation.',
} as const
