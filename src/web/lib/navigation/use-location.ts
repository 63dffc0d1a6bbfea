import { useSyncExternalStore } from 'react'
import { navigation, type AppLocation } from './navigation.ts'

const { state } = navigation

export function useCurrentLocation(): AppLocation {
  return useSyncExternalStore(state.subscribe, () => state.get().location)
}

/** wouter's location hook, on top of `Navigation`. */
export function useAppLocation(): [string, typeof navigation.navigate] {
  return [useCurrentLocation().path, navigation.navigate]
}

/** wouter's search hook: the query string with its '?'. */
export function useAppSearch(): string {
  return useCurrentLocation().search
}
