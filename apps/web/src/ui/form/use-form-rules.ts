import type { Schema } from '@avouch/contract'
import { useEffect, useRef } from 'react'
import type { DefaultValues, FieldErrors, FieldValues, Resolver, ResolverError } from 'react-hook-form'
import { connection } from '#api/connection.ts'
import { ignorePrefetchError } from '#router/prefetch.ts'
import { notifyLoadFailure } from '#ui/use-part.ts'

/** Loads the rules of a form, with the library that reads them. */
export type FormRules<Values extends FieldValues> = () => Promise<Schema<Values, Values>>

/** An error of no field, with which the form cannot be sent. */
const NOT_YET = { type: 'notYet' }
function notYet<Values extends FieldValues>(): ResolverError<Values> {
  const errors: FieldErrors<Values> = {}
  return { values: {}, errors: Object.assign(errors, { root: NOT_YET }) }
}

type Given<Values extends FieldValues> = {
  rules: FormRules<Values>
  defaultValues: DefaultValues<Values>
  /** Checks the form again once its rules are loaded. */
  recheck: () => void
}

/**
 * Loads the rules of a form with its first touch: until then a required text is missing, so that it cannot be sent. Rules that
 * failed to load are loaded again with the next key, or when the server can be reached.
 */
export function useFormRules<Values extends FieldValues>(given: Given<Values>) {
  const latest = useRef(given)
  useEffect(() => {
    latest.current = given
  })
  const loading = useRef<Promise<Resolver<Values, unknown> | undefined>>(undefined)
  const isLoaded = useRef(false)
  const failed = useRef(false)

  function retry(error: unknown): undefined {
    ignorePrefetchError(error)
    loading.current = undefined
    // Without the rules the form's button does nothing.
    if (failed.current) notifyLoadFailure()
    failed.current = true
    const stop = connection.listen((isOnline) => {
      if (!isOnline) return
      stop()
      latest.current.recheck()
    })
  }
  const load = () =>
    (loading.current ??= Promise.all([import('./form-schemas.ts'), latest.current.rules()]).then(
      ([{ resolverOf }, schema]) => {
        isLoaded.current = true
        return resolverOf(schema)
      },
      retry,
    ))
  const resolver: Resolver<Values, unknown> = async (values, context, options) => {
    const isUntouched = Object.entries(values).every(([name, value]) => latest.current.defaultValues[name] === value)
    if (loading.current === undefined && isUntouched && Object.values(values).includes('')) return notYet<Values>()
    const resolve = await load()
    return resolve === undefined ? notYet<Values>() : resolve(values, context, options)
  }
  return {
    resolver,
    /** @returns whether the rules are loaded */
    load: async () => (await load()) !== undefined,
    isLoaded: () => isLoaded.current,
  }
}
