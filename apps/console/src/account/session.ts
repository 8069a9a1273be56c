import { adminMe, type AdminPerson, adminSignOut } from '@avouch/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { isRefusal } from '#api/error-text.ts'
import { client, SESSION } from '#api/query.ts'
import { arrive } from '#router/router.tsx'

/** Removes all that was fetched for the last person. */
const forgetPerson = (): void => client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })

export async function readSession(): Promise<AdminPerson | null> {
  try {
    const person = (await call(adminMe)).data
    // Another tab may have signed out, and somebody else in.
    if (client.getQueryData<AdminPerson | null>(SESSION)?.id !== person.id) forgetPerson()
    return person
  } catch (error) {
    if (isRefusal(error, 'invalid_token')) return null
    throw error
  }
}

/** Fetches the signed-in person; null for nobody. */
export const useSession = () => useQuery({ queryKey: SESSION, queryFn: readSession })

export function setSession(person: AdminPerson | null): void {
  arrive()
  forgetPerson()
  client.setQueryData(SESSION, person)
}

export async function signOut(): Promise<void> {
  try {
    await call(adminSignOut)
  } finally {
    setSession(null)
  }
}
