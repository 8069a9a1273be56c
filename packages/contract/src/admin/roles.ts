/** The roles in a project: owner - everything; developer - keys, addresses, webhook; viewer - reads. */
export const PROJECT_ROLES = ['owner', 'developer', 'viewer'] as const
export type ProjectRole = (typeof PROJECT_ROLES)[number]

/**
 * The roles in the installation: operator - everything; reviewer - held accounts and proofs alone; auditor - reads, the audit trail too;
 * support - numbers that call, and the state of an account.
 */
export const OPERATOR_ROLES = ['operator', 'reviewer', 'auditor', 'support'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export type AdminRole = ProjectRole | OperatorRole

/** The roles that read a project, set it up, and decide about it. */
export const READERS = PROJECT_ROLES
export const DEVELOPERS = ['owner', 'developer'] as const
export const OWNERS = ['owner'] as const

/** The roles that read the installation, see held accounts, decide about them and about proofs, and answer who calls. */
export const INSTALLATION_READERS = ['operator', 'auditor'] as const
export const OPERATORS = ['operator'] as const
export const HELD_READERS = ['operator', 'reviewer', 'auditor'] as const
export const ACCOUNT_REVIEWERS = ['operator', 'reviewer'] as const
export const ACCOUNT_FINDERS = ['operator', 'reviewer', 'support'] as const
export const NUMBER_READERS = ['operator', 'support'] as const
