import { useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand'

/** The state as it is, also while a page is rendered or hydrated: the hook of zustand gives the first state then. */
export const useNow = <State>({ subscribe, getState }: Pick<StoreApi<State>, 'subscribe' | 'getState'>): State =>
  useSyncExternalStore(subscribe, getState, getState)
