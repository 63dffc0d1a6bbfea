/** FNV-1a with 32 bits, over code points instead of bytes: distributes ids evenly; not cryptographic. */
export function hash(text: string): number {
  let value = 2166136261
  for (const character of text) {
    value ^= character.codePointAt(0) ?? 0
    value = Math.imul(value, 16777619)
  }
  return value >>> 0
}
