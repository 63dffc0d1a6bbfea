/** Reads this browser's storage, where visitors may forbid it. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Writes to this browser's storage when it is allowed; `null` removes. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Forbidden: the choice holds for this visit.
  }
}
