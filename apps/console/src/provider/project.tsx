import type { Elements } from '@avouch/design/jsx-runtime'
import { type AdminProject, DEVELOPERS, OWNERS, type ProjectRole } from '@avouch/contract'
import { createContext, use } from 'react'
import { Loaded } from '#ui/states.tsx'
import { useProject } from './queries.ts'

export const projectPath = (project: string, ...rest: readonly string[]): string =>
  ['/console/projects', project, ...rest].map((part, at) => (at === 0 ? part : encodeURIComponent(part))).join('/')

/** The project in the address, and what the person may do for it. */
export const ProjectContext = createContext<{ id: string; role: ProjectRole }>({ id: '', role: 'viewer' })

const isOneOf = (role: ProjectRole, roles: readonly ProjectRole[]) => roles.includes(role)

export function useRights() {
  const { id, role } = use(ProjectContext)
  return { id, isDeveloper: isOneOf(role, DEVELOPERS), isOwner: isOneOf(role, OWNERS) }
}

/** A part of a page that shows the project. */
export function WithProject({ children }: { children: (project: AdminProject) => Elements }) {
  return <Loaded query={useProject(use(ProjectContext).id)}>{children}</Loaded>
}
