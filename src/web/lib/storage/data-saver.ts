import { useSyncExternalStore } from 'react'
import { createStore } from '#web/lib/store.ts'
import { readStorage, writeStorage } from './browser-storage.ts'

type Connection = EventTarget & { saveData?: boolean }
type DataSaver = Navigator & { connection?: Connection }

/** index.html reads this key before the first paint. */
const SAVER_KEY = 'data-saver'
const REDUCED_DATA_QUERY = '(prefers-reduced-data: reduce)'

const saver = createStore({ isOn: readStorage(SAVER_KEY) === 'on' })

/** True if the data saver is on for this device, or requested by the browser or system. */
export function prefersReducedData(): boolean {
  return saver.get().isOn || isRequestedByDevice()
}

/** `prefersReducedData` as a hook that rerenders on changes. */
export function useReducedData(): boolean {
  return useSyncExternalStore(subscribe, prefersReducedData)
}

type Saver = {
  /** The user's choice for this device. */
  isOn: boolean
  /** The browser or system requests reduced data, whatever the choice. */
  isRequested: boolean
  setSaver: (isOn: boolean) => void
}

/** The setting itself, for the page that changes it. */
export function useDataSaver(): Saver {
  const isOn = useSyncExternalStore(subscribe, () => saver.get().isOn)
  const isRequested = useSyncExternalStore(subscribe, isRequestedByDevice)
  return { isOn, isRequested: isRequested, setSaver }
}

function setSaver(isOn: boolean): void {
  writeStorage(SAVER_KEY, isOn ? 'on' : null)
  saver.set({ isOn })
  // Switches to system fonts; fonts that are already loaded stay in the cache.
  document.documentElement.toggleAttribute('data-save', prefersReducedData())
}

function isRequestedByDevice(): boolean {
  const { connection }: DataSaver = navigator
  return connection?.saveData === true || matchMedia(REDUCED_DATA_QUERY).matches
}

function subscribe(listener: () => void): () => void {
  const { connection }: DataSaver = navigator
  const device = matchMedia(REDUCED_DATA_QUERY)
  const unsubscribe = saver.subscribe(listener)
  device.addEventListener('change', listener)
  connection?.addEventListener('change', listener)
  return () => {
    unsubscribe()
    device.removeEventListener('change', listener)
    connection?.removeEventListener('change', listener)
  }
}
