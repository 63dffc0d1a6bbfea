/** Reads a stored value; null if storage is blocked by the visitor. `session` storage lives as long as the tab. */
export function readStorage(key: string, area: StorageArea = 'local'): string | null {
  try {
    return storageOf(area).getItem(key)
  } catch {
    return null
  }
}

/** Stores a value, unless storage is blocked or full; `null` removes it. */
export function writeStorage(key: string, value: string | null, area: StorageArea = 'local'): void {
  try {
    if (value === null) storageOf(area).removeItem(key)
    else storageOf(area).setItem(key, value)
  } catch {
    // Blocked or full: the value lasts as long as the page.
  }
}

/** Removes all values whose key matches. */
export function removeStorage(matches: (key: string) => boolean, area: StorageArea = 'local'): void {
  try {
    for (const key of Object.keys(storageOf(area)).filter(matches)) writeStorage(key, null, area)
  } catch {
    // Blocked: nothing is stored.
  }
}

type StorageArea = 'local' | 'session'

function storageOf(area: StorageArea): Storage {
  return area === 'local' ? localStorage : sessionStorage
}
