import { useSyncExternalStore } from 'react'
import { navigation, type AppLocation } from './navigation.ts'

const { state } = navigation

/** Where the visitor is. */
export function useCurrentLocation(): AppLocation {
  return useSyncExternalStore(state.subscribe, () => state.get().place)
}

/** For the router: the path, and how to move. */
export function useAppLocation(): [string, typeof navigation.navigate] {
  return [useCurrentLocation().path, navigation.navigate]
}

/** For the router: the part of the address from '?'. */
export function useAppSearch(): string {
  return useCurrentLocation().search
}
