/** The roles in a project: owner - everything; developer - keys, addresses, webhook; viewer - reads. */
export const PROJECT_ROLES = ['owner', 'developer', 'viewer'] as const
export type ProjectRole = (typeof PROJECT_ROLES)[number]

/** The roles in the installation: operator - everything; reviewer - held accounts and proofs alone; auditor - reads, the audit trail too. */
export const OPERATOR_ROLES = ['operator', 'reviewer', 'auditor'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export type AdminRole = ProjectRole | OperatorRole

/** The roles that read a project, set it up, and decide about it. */
export const READERS = PROJECT_ROLES
export const DEVELOPERS = ['owner', 'developer'] as const
export const OWNERS = ['owner'] as const

/** The roles that read the installation, and decide about held accounts and proofs. */
export const INSTALLATION_READERS = ['operator', 'auditor'] as const
export const OPERATORS = ['operator'] as const
export const ACCOUNT_REVIEWERS = ['operator', 'reviewer'] as const
