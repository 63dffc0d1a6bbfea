/** A trickle ICE fragment (RFC 8840): later candidates of an encoder or player, and the ICE session they belong to. */
export type IceFragment = { iceUfrag: string | null; candidates: { candidate: string; mid: string | null }[] }

/** Browsers gather a dozen candidates; longer fragments are rejected. */
const MAX_LINES = 200

/** Parses a fragment. Returns null for invalid text. A candidate belongs to the preceding `a=mid`. */
export function readIceFragment(text: string): IceFragment | null {
  const lines = text.split(/\r\n|\n/).filter((line) => line !== '')
  if (lines.length === 0 || lines.length > MAX_LINES) return null
  if (!lines.every((line) => /^[am]=\S/.test(line))) return null
  const fragment: IceFragment = { iceUfrag: readIceUfrag(text), candidates: [] }
  let mid: string | null = null
  for (const line of lines) {
    if (line.startsWith('a=mid:')) mid = line.slice('a=mid:'.length)
    if (line.startsWith('a=candidate:')) fragment.candidates.push({ candidate: line.slice(2), mid })
  }
  return fragment
}

/** Returns the ICE username fragment, which identifies the ICE session of a description or fragment. */
export function readIceUfrag(sdp: string): string | null {
  return /^a=ice-ufrag:(\S{1,256})\s*$/m.exec(sdp)?.[1] ?? null
}
