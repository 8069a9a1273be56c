import { ACCOUNT_REVIEWERS, OPERATORS, type OperatorRole } from '@avouch/contract'
import { createContext, use } from 'react'

/** The person's role in the installation. */
export const RoleContext = createContext<OperatorRole | null>(null)

const isOneOf = (role: OperatorRole | null, roles: readonly OperatorRole[]) => role !== null && roles.includes(role)

export function useDuties() {
  const role = use(RoleContext)
  return { isOperator: isOneOf(role, OPERATORS), isReviewer: isOneOf(role, ACCOUNT_REVIEWERS) }
}
