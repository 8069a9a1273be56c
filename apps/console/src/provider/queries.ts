import {
  adminConversion,
  adminListChecks,
  adminListDeliveries,
  adminListKeys,
  adminListMembers,
  type AdminProject,
  adminReadCheck,
  adminReadDelivery,
  adminReadProject,
  adminUsage,
  type DeliveryState,
  type IntentStatus,
} from '@avouch/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { atCursor, client, PAGES } from '#api/query.ts'

const keyOf = (project: string, ...rest: unknown[]) => ['project', project, ...rest]

export const useProject = (project: string) =>
  useQuery({
    queryKey: keyOf(project),
    queryFn: async () => (await call(adminReadProject, { params: { project } })).data,
  })

/** Puts the answer of a change into the cache. */
export const projectChanged = (project: AdminProject): void => {
  client.setQueryData(keyOf(project.id), project)
}
export const projectIsOld = (project: string): Promise<void> => client.invalidateQueries({ queryKey: keyOf(project) })

export const useKeys = (project: string) =>
  useQuery({
    queryKey: keyOf(project, 'keys'),
    queryFn: async () => (await call(adminListKeys, { params: { project } })).data.data,
  })

export const useMembers = (project: string) =>
  useQuery({
    queryKey: keyOf(project, 'members'),
    queryFn: async () => (await call(adminListMembers, { params: { project } })).data,
  })

export type Mode = 'live' | 'test'

/** Day by day, the newest first. */
export const useConversion = (project: string, mode: Mode) =>
  useQuery({
    queryKey: keyOf(project, 'conversion', mode),
    queryFn: async () => (await call(adminConversion, { params: { project }, query: { mode } })).data,
  })

export const useUsage = (project: string) =>
  useQuery({
    queryKey: keyOf(project, 'usage'),
    queryFn: async () => (await call(adminUsage, { params: { project } })).data,
  })

export const useDeliveries = (project: string, state: DeliveryState | undefined) =>
  useInfiniteQuery({
    queryKey: keyOf(project, 'deliveries', state),
    ...PAGES,
    queryFn: async ({ pageParam }) =>
      (
        await call(adminListDeliveries, {
          params: { project },
          query: { ...(state && { state }), ...atCursor(pageParam) },
        })
      ).data,
  })

export const useDelivery = (project: string, id: string) =>
  useQuery({
    queryKey: keyOf(project, 'delivery', id),
    queryFn: async () => (await call(adminReadDelivery, { params: { project, id } })).data,
  })

export type CheckFilter = { mode?: Mode; status?: IntentStatus; reference?: string }

export const useChecks = (project: string, filter: CheckFilter) =>
  useInfiniteQuery({
    queryKey: keyOf(project, 'checks', filter),
    ...PAGES,
    queryFn: async ({ pageParam }) =>
      (await call(adminListChecks, { params: { project }, query: { ...filter, ...atCursor(pageParam) } })).data,
  })

export const useCheck = (project: string, id: string) =>
  useQuery({
    queryKey: keyOf(project, 'check', id),
    queryFn: async () => (await call(adminReadCheck, { params: { project, id } })).data,
  })
