import { adminMe, type AdminPerson, adminSignOut } from '@avouch/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { isRefusal } from '#api/error-text.ts'
import { client, SESSION } from '#api/query.ts'
import { arrive } from '#router/router.tsx'

export async function readSession(): Promise<AdminPerson | null> {
  try {
    return (await call(adminMe)).data
  } catch (error) {
    if (isRefusal(error, 'invalid_token')) return null
    throw error
  }
}

/** Who is signed in; null: no one. */
export const useSession = () => useQuery({ queryKey: SESSION, queryFn: readSession })

/** Of another person nothing stays that was read for the last one. */
export function setSession(person: AdminPerson | null): void {
  arrive()
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
  client.setQueryData(SESSION, person)
}

export async function signOut(): Promise<void> {
  try {
    await call(adminSignOut)
  } finally {
    setSession(null)
  }
}
