import { useSyncExternalStore } from 'react'
import { createStore } from '#web/lib/store.ts'
import { readStorage, writeStorage } from './browser-storage.ts'

type Connection = EventTarget & { saveData?: boolean }
type DataSaver = Navigator & { connection?: Connection }

/** index.html reads the same key before the first paint. */
const SAVER_KEY = 'data-saver'
const REDUCED = '(prefers-reduced-data: reduce)'

const saver = createStore({ isOn: readStorage(SAVER_KEY) === 'on' })

/** Whoever looks chose to use less data on this device, or their browser or system asks for it. */
export function prefersReducedData(): boolean {
  return saver.get().isOn || isAskedByDevice()
}

/** The same for components, which hear when it changes. */
export function useReducedData(): boolean {
  return useSyncExternalStore(subscribe, prefersReducedData)
}

type Saver = {
  /** The choice for this device. */
  isOn: boolean
  /** The browser or the system asks for it anyway. */
  isAsked: boolean
  setSaver: (isOn: boolean) => void
}

/** The choice itself, for who changes it. */
export function useDataSaver(): Saver {
  const isOn = useSyncExternalStore(subscribe, () => saver.get().isOn)
  const isAsked = useSyncExternalStore(subscribe, isAskedByDevice)
  return { isOn, isAsked, setSaver }
}

function setSaver(isOn: boolean): void {
  writeStorage(SAVER_KEY, isOn ? 'on' : null)
  saver.set({ isOn })
  // System fonts; those that were fetched already stay in the cache.
  document.documentElement.toggleAttribute('data-save', prefersReducedData())
}

function isAskedByDevice(): boolean {
  const { connection }: DataSaver = navigator
  return connection?.saveData === true || matchMedia(REDUCED).matches
}

function subscribe(listener: () => void): () => void {
  const { connection }: DataSaver = navigator
  const device = matchMedia(REDUCED)
  const stop = saver.subscribe(listener)
  device.addEventListener('change', listener)
  connection?.addEventListener('change', listener)
  return () => {
    stop()
    device.removeEventListener('change', listener)
    connection?.removeEventListener('change', listener)
  }
}
