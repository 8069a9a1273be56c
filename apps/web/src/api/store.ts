import { useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand'

/** Gives the current state, also on the server and during hydration, where zustand's hook gives the initial one. */
export const useNow = <State>({ subscribe, getState }: Pick<StoreApi<State>, 'subscribe' | 'getState'>): State =>
  useSyncExternalStore(subscribe, getState, getState)
