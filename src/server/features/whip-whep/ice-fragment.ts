/** What an encoder or player adds to its offer later (RFC 8840): candidates, and which ICE session they are for. */
export type IceFragment = { iceUfrag: string | null; candidates: { candidate: string; mid: string | null }[] }

/** Browsers gather a dozen; whoever sends more is not read to the end. */
const MAX_LINES = 200

/** Null for what is no fragment. A candidate belongs to the `a=mid` above it. */
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

/** The name of the ICE session in a description or fragment. */
export function readIceUfrag(sdp: string): string | null {
  return /^a=ice-ufrag:(\S{1,256})\s*$/m.exec(sdp)?.[1] ?? null
}
