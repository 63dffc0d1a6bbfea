/** Sets a value as the latest entry of a map, and evicts the oldest entries beyond `maxSize`. */
export function setCapped<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, maxSize: number): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= maxSize) return
    map.delete(oldest)
  }
}
