import { useSyncExternalStore } from 'react'
import { navigation, type Place } from './navigation.ts'

const { state } = navigation

/** Where the visitor is. */
export function usePlace(): Place {
  return useSyncExternalStore(state.subscribe, () => state.get().place)
}

/** For the router: the path, and how to move. */
export function useAppLocation(): [string, typeof navigation.navigate] {
  return [usePlace().path, navigation.navigate]
}

/** For the router: the part of the address from '?'. */
export function useAppSearch(): string {
  return usePlace().search
}
