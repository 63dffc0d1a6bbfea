import type { Layer } from '../tracks/layer.ts'
import { badSdp, chooseCodec, hasAnyFlag, listCandidates, midOf, parseSession } from './parse-session.ts'
import type { MediaSection, SessionDescription } from './parse-session.ts'
import { readSenderCapabilities, type SenderCapabilities } from './sender-capabilities.ts'
import { writeSession, type OfferedTrack } from './write-session.ts'

/*
 * The native SDP parser never sees what a browser sent. The engine reads the few facts that it needs, checks each, and
 * writes a description of its own from them: one video codec and Opus, no error-correction streams, no header extension
 * but the mid, and for a publisher also what sender-capabilities.ts reads. Candidates are returned beside it, so that
 * those of the description and those of trickle pass the same filter.
 */

/** A track that a publisher sends. */
export type PublisherTrack = OfferedTrack & { capabilities: SenderCapabilities }

/** `sdp` has no candidates; `candidates` are the description's own lines, unchecked. */
export type RestrictedSession = { sdp: string; candidates: string[] }

/**
 * Reduces a publisher's offer to what the engine supports: audio, video or both, in a codec that it forwards. A second
 * video track is the low layer and has the same codec. Throws EngineError `bad_sdp` for everything else.
 */
export function restrictOffer(sdp: string): RestrictedSession & { tracks: PublisherTrack[] } {
  const session = parseSession(sdp)
  const tracks = session.sections.map((section) => {
    const isSent = !section.isRejected && !hasAnyFlag(section, ['recvonly', 'inactive'])
    if (!isSent) throw badSdp(`the ${section.kind} track is not sent`)
    const layer = layerOf(session, section)
    const codec = chooseCodec(section, { allowsSingleNalUnits: true })
    const capabilities = readSenderCapabilities(section, codec)
    return { kind: section.kind, layer, mid: midOf(section), codec, capabilities }
  })
  const videoCodecs = new Set(tracks.filter(({ kind }) => kind === 'video').map(({ codec }) => codec.name))
  if (videoCodecs.size > 1) throw badSdp('its two video tracks differ in their codec')
  // The browser is the DTLS client: it starts the handshake once it has our answer. If the engine started it, its first
  // packet could arrive before the browser knows our fingerprint, and some clients then give up.
  const offer = writeSession(session, tracks, 'sendonly').replaceAll('a=setup:actpass', 'a=setup:active')
  return { sdp: offer, candidates: listCandidates(session), tracks }
}

/** Reduces a viewer's answer in the same way. Throws `bad_sdp` unless it accepts every track as it was offered. */
export function restrictAnswer(sdp: string, offered: OfferedTrack[]): RestrictedSession {
  const session = parseSession(sdp)
  const tracks = session.sections.map((section, index) => {
    const isReceived = !section.isRejected && !hasAnyFlag(section, ['sendonly', 'inactive'])
    if (!isReceived) throw badSdp(`the ${section.kind} track is refused`)
    const layer = layerOf(session, section)
    const track = { kind: section.kind, layer, mid: midOf(section), codec: chooseCodec(section) }
    if (!isSameTrack(track, offered[index])) throw badSdp('it does not answer the offer')
    return track
  })
  if (tracks.length < offered.length) throw badSdp('it does not answer every track')
  return { sdp: writeSession(session, tracks, 'recvonly'), candidates: listCandidates(session) }
}

/** The first video section is the high layer, whatever its index. */
function layerOf({ sections }: SessionDescription, section: MediaSection): Layer {
  if (section.kind === 'audio') return 'audio'
  return sections.find(({ kind }) => kind === 'video') === section ? 'high' : 'low'
}

function isSameTrack(track: OfferedTrack, offered: OfferedTrack | undefined): boolean {
  return (
    track.layer === offered?.layer &&
    track.mid === offered.mid &&
    track.codec.name === offered.codec.name &&
    track.codec.payloadType === offered.codec.payloadType
  )
}
