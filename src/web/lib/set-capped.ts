/** Puts a value at the end of a map that holds the latest `most`, and forgets the one that was put there longest ago. */
export function setCapped<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
