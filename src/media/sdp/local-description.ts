import { sdpLines } from './parse-session.ts'

/** Returns the description without its candidates, which then follow by trickle. */
export function removeCandidates(sdp: string): string {
  return sdpLines(sdp)
    .filter((line) => !/^a=(?:candidate:|end-of-candidates)/.test(line))
    .join('\r\n')
}

/** Replaces each candidate line; drops it where `change` returns null, and keeps one of several equal lines. */
export function mapCandidates(sdp: string, change: (candidate: string) => string | null): string {
  const seen = new Set<string>()
  const lines = sdpLines(sdp).flatMap((line) => {
    if (!line.startsWith('a=candidate:')) return [line]
    const changed = change(line)
    if (changed === null || seen.has(changed)) return []
    seen.add(changed)
    return [`a=${changed}`]
  })
  return lines.join('\r\n')
}

/** Chromium starts at 300 kbit/s and stays at 640x360 unless the answer names a higher start bitrate. */
export function addStartBitrate(sdp: string, payloadType: number, kilobits: number): string {
  const parameter = `x-google-start-bitrate=${kilobits}`
  const lines = sdpLines(sdp)
  const fmtp = lines.findIndex((line) => line.startsWith(`a=fmtp:${payloadType} `))
  if (fmtp >= 0) lines[fmtp] += `;${parameter}`
  else {
    const rtpmap = lines.findIndex((line) => line.startsWith(`a=rtpmap:${payloadType} `))
    lines.splice(rtpmap + 1, 0, `a=fmtp:${payloadType} ${parameter}`)
  }
  return lines.join('\r\n')
}
