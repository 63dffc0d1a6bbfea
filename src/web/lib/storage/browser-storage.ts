/** Reads what this browser keeps, where visitors may forbid it. `session` lives as long as the tab. */
export function readStorage(key: string, where: Where = 'local'): string | null {
  try {
    return storageOf(where).getItem(key)
  } catch {
    return null
  }
}

/** Has this browser keep something when it is allowed and there is room; `null` removes. */
export function writeStorage(key: string, value: string | null, where: Where = 'local'): void {
  try {
    if (value === null) storageOf(where).removeItem(key)
    else storageOf(where).setItem(key, value)
  } catch {
    // Forbidden or full: it holds as long as the page.
  }
}

/** Has this browser forget everything whose key is one of those. */
export function removeStorage(isOne: (key: string) => boolean, where: Where = 'local'): void {
  try {
    for (const key of Object.keys(storageOf(where)).filter(isOne)) writeStorage(key, null, where)
  } catch {
    // Forbidden: nothing is kept.
  }
}

type Where = 'local' | 'session'

function storageOf(where: Where): Storage {
  return where === 'local' ? localStorage : sessionStorage
}
