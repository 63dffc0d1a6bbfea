import {
  badSdp,
  chooseCodec,
  hasAnyFlag,
  midOf,
  parseSession,
  type MediaSection,
  type SessionDescription,
} from './parse-session.ts'
import { writeSession, type OfferedTrack } from './restrict-session.ts'

/**
 * Reduces the offer of a player (WHEP) to what the stream sends and the player wants to receive. What it wants and the
 * stream does not have, or the other way round, is left out. Throws EngineFailure `bad_sdp` when nothing is left, or when
 * the player cannot decode what it would get. `complete` makes our answer one that has all sections of the offer.
 */
export function restrictPlayerOffer(
  sdp: string,
  offered: OfferedTrack[],
): { sdp: string; tracks: OfferedTrack[]; completeAnswer: (answer: string) => string } {
  const session = parseSession(sdp)
  const entries = session.sections.map((section) => ({ section, track: trackFor(section, session, offered) }))
  const accepted = entries.flatMap(({ section, track }) => (track ? [{ section, track }] : []))
  if (accepted.length === 0) throw badSdp('it receives nothing of what is sent')
  const tracks = accepted.map(({ track }) => track)
  const reduced = { lines: session.lines, sections: accepted.map(({ section }) => section) }
  return {
    // The player begins DTLS, once it has our answer, as a broadcaster does.
    sdp: writeSession(reduced, tracks, 'recvonly').replaceAll('a=setup:actpass', 'a=setup:active'),
    tracks,
    completeAnswer: (answer) => completeAnswer(answer, entries),
  }
}

function trackFor(
  section: MediaSection,
  session: SessionDescription,
  offered: OfferedTrack[],
): OfferedTrack | null {
  const isFirst = session.sections.find(({ kind }) => kind === section.kind) === section
  const isReceived = !section.isRejected && !hasAnyFlag(section, ['sendonly', 'inactive'])
  const ours = offered.find(({ kind }) => kind === section.kind)
  if (!ours || !isFirst || !isReceived) return null
  const codec = chooseCodec(section, ours.codec.name)
  // The numbers are the player's, how the stream is encoded is not.
  return { ...ours, mid: midOf(section), codec: { ...ours.codec, payloadType: codec.payloadType } }
}

/** Adds the sections that are refused, which an answer must name, and leaves out feedback that was not offered. */
function completeAnswer(
  answer: string,
  entries: { section: MediaSection; track: OfferedTrack | null }[],
): string {
  const [head = '', ...ours] = answer.split(/(?=^m=)/m)
  const sections = entries.map(({ section, track }) => {
    if (!track) return writeRejectedSection(section)
    const part = ours.find((each) => each.includes(`a=mid:${track.mid}\r\n`)) ?? writeRejectedSection(section)
    return part.replaceAll(/^a=rtcp-fb:\d+ (.+)\r\n/gm, (line, kind: string) =>
      section.lines.some((each) => each === line.trim() || each === `a=rtcp-fb:* ${kind}`) ? line : '',
    )
  })
  return head + sections.join('')
}

function writeRejectedSection(section: MediaSection): string {
  return [
    `m=${section.kind} 0 UDP/TLS/RTP/SAVPF ${section.payloadTypes[0] ?? 0}`,
    'c=IN IP4 0.0.0.0',
    'a=inactive',
    `a=mid:${midOf(section)}`,
    '',
  ].join('\r\n')
}
