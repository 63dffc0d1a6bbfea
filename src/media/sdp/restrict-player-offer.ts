import { readH264Format } from './h264-format.ts'
import { badSdp, chooseCodec, hasAnyFlag, listCandidates, midOf, parseSession } from './parse-session.ts'
import type { MediaSection, SessionDescription } from './parse-session.ts'
import type { RestrictedSession } from './restrict-session.ts'
import { writeSession, type OfferedTrack } from './write-session.ts'

/** A section of the player's offer, and the stream's track for it; null: the section is rejected. */
type Section = { section: MediaSection; track: OfferedTrack | null }

/**
 * Reduces the offer of a player (WHEP) to the tracks that the stream sends and the player wants to receive. Throws
 * EngineError `bad_sdp` when no track is left, or when the player does not support a track's codec. `completeAnswer`
 * turns the answer to the reduced offer into one that has all sections of the player's offer.
 */
export function restrictPlayerOffer(
  sdp: string,
  offered: OfferedTrack[],
): RestrictedSession & { tracks: OfferedTrack[]; completeAnswer: (answer: string) => string } {
  const session = parseSession(sdp)
  const sections = session.sections.map((section) => ({
    section,
    track: findTrack(section, session, offered),
  }))
  const accepted = sections.flatMap(({ section, track }) => (track ? [{ section, track }] : []))
  if (accepted.length === 0) throw badSdp('it receives no track that is sent')
  const tracks = accepted.map(({ track }) => track)
  const reduced = { lines: session.lines, sections: accepted.map(({ section }) => section) }
  return {
    // The player is the DTLS client, for the same reason as a publisher.
    sdp: writeSession(reduced, tracks, 'recvonly').replaceAll('a=setup:actpass', 'a=setup:active'),
    candidates: listCandidates(session),
    tracks,
    completeAnswer: (answer) => completeAnswer(answer, sections),
  }
}

function findTrack(
  section: MediaSection,
  session: SessionDescription,
  offered: OfferedTrack[],
): OfferedTrack | null {
  const isFirst = session.sections.find(({ kind }) => kind === section.kind) === section
  const isReceived = !section.isRejected && !hasAnyFlag(section, ['sendonly', 'inactive'])
  const track = offered.find(({ kind }) => kind === section.kind)
  if (!track || !isFirst || !isReceived) return null
  const { payloadType, parameters } = chooseCodec(section, { name: track.codec.name })
  // The player chooses mid and payload type; codec parameters stay those of the stream, unless it has only another profile.
  const usesOtherProfile = parameters !== null && readH264Format(parameters)?.isConstrainedBaseline === false
  const codec = {
    ...track.codec,
    payloadType,
    ...(usesOtherProfile && track.kind === 'video' && { parameters }),
  }
  return { ...track, mid: midOf(section), codec }
}

/** Adds the rejected sections, which an answer must contain, and removes feedback that was not offered. */
function completeAnswer(answer: string, sections: Section[]): string {
  const [head = '', ...answered] = answer.split(/(?=^m=)/m)
  const completed = sections.map(({ section, track }) => {
    if (!track) return writeRejectedSection(section)
    const found = answered.find((each) => each.includes(`a=mid:${track.mid}\r\n`))
    return (found ?? writeRejectedSection(section)).replaceAll(
      /^a=rtcp-fb:\d+ (.+)\r\n/gm,
      (line, kind: string) =>
        section.lines.some((each) => each === line.trim() || each === `a=rtcp-fb:* ${kind}`) ? line : '',
    )
  })
  return head + completed.join('')
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
