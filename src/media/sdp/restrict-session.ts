import { normalizeRemoteCandidate } from '../peer/ice-candidates.ts'
import type { Layer } from '../tracks/layer.ts'
import { badSdp, chooseCodec, hasAnyFlag, midOf, parseSession, sdpLines } from './parse-session.ts'
import type { Codec, MediaKind, MediaSection, SessionDescription } from './parse-session.ts'
import {
  findExtensionId,
  readSenderCapabilities,
  writeSenderCapabilities,
  type SenderCapabilities,
} from './sender-capabilities.ts'

/*
 * What a browser sends is not handed to the native parser. The engine reads the few facts that it needs,
 * checks each, and writes a description of its own from them: one video codec and Opus, no error-correction
 * streams, no header extension but the mid; of a broadcaster also what sdp-uplink.ts names.
 */

export type OfferedTrack = { kind: MediaKind; layer: Layer; mid: string; codec: Codec }
/** What a broadcaster sends. */
export type PublisherTrack = OfferedTrack & { capabilities: SenderCapabilities }

const FEEDBACK = ['nack', 'nack pli', 'ccm fir', 'goog-remb']
/** Browsers name a handful; each costs the native agent room and checks. */
const MAX_CANDIDATES = 32
const MID_EXTENSION = 'urn:ietf:params:rtp-hdrext:sdes:mid'

/**
 * Reduces a broadcaster's offer to what the engine takes. Throws EngineFailure `bad_sdp` when it does not
 * offer sound, a picture or both in a codec that we forward. A second picture is the low layer, in the same codec.
 */
export function restrictOffer(sdp: string): { sdp: string; tracks: PublisherTrack[] } {
  const session = parseSession(sdp)
  const tracks = session.sections.map((section) => {
    const isSent = !section.isRejected && !hasAnyFlag(section, ['recvonly', 'inactive'])
    if (!isSent) throw badSdp(`the ${section.kind} track is not sent`)
    const layer = layerOf(session, section)
    const codec = chooseCodec(section)
    return {
      kind: section.kind,
      layer,
      mid: midOf(section),
      codec,
      capabilities: readSenderCapabilities(section, codec),
    }
  })
  const videoCodecs = new Set(tracks.filter(({ kind }) => kind === 'video').map(({ codec }) => codec.name))
  if (videoCodecs.size > 1) throw badSdp('its two pictures differ in their codec')
  // The browser begins DTLS, once it has our answer. If we began, we could reach it before it knows our
  // fingerprint, and some clients then give up.
  const offer = writeSession(session, tracks, 'sendonly').replaceAll('a=setup:actpass', 'a=setup:active')
  return { sdp: offer, tracks }
}

/** Reduces a viewer's answer likewise. Throws `bad_sdp` unless it takes every track as it was offered. */
export function restrictAnswer(sdp: string, offered: OfferedTrack[]): string {
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
  return writeSession(session, tracks, 'recvonly')
}

/** Without candidates: a viewer that had them could answer faster than its fingerprint arrives here. */
export function removeCandidates(sdp: string): string {
  return sdpLines(sdp)
    .filter((line) => !/^a=(?:candidate:|end-of-candidates)/.test(line))
    .join('\r\n')
}

/** Chromium starts at 300 kbit/s and stays at 640x360 unless the answer names a better start. */
export function addStartBitrate(sdp: string, payloadType: number, kilobits: number): string {
  const parameter = `x-google-start-bitrate=${kilobits}`
  const all = sdpLines(sdp)
  const fmtp = all.findIndex((line) => line.startsWith(`a=fmtp:${payloadType} `))
  if (fmtp >= 0) all[fmtp] += `;${parameter}`
  else {
    const map = all.findIndex((line) => line.startsWith(`a=rtpmap:${payloadType} `))
    all.splice(map + 1, 0, `a=fmtp:${payloadType} ${parameter}`)
  }
  return all.join('\r\n')
}

/** Rewrites each candidate line; equal ones are kept once. */
export function mapCandidates(sdp: string, change: (candidate: string) => string): string {
  const seen = new Set<string>()
  return sdpLines(sdp)
    .map((line) => (line.startsWith('a=candidate:') ? `a=${change(line)}` : line))
    .filter((line) => !line.startsWith('a=candidate:') || (!seen.has(line) && seen.add(line)))
    .join('\r\n')
}

/** The first picture is the full one, whatever stands between. */
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

type WrittenTrack = OfferedTrack & { capabilities?: SenderCapabilities }

/** A description of our own, of the facts in the sections' lines that are checked. One track a section. */
export function writeSession(
  session: SessionDescription,
  tracks: WrittenTrack[],
  direction: 'sendonly' | 'recvonly',
): string {
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${tracks.map(({ mid }) => mid).join(' ')}`,
    ...session.sections.flatMap((section, index) => {
      const track = tracks[index]
      return track ? writeSection(session, section, track, direction) : []
    }),
    '',
  ].join('\r\n')
}

function writeSection(
  session: SessionDescription,
  section: MediaSection,
  { kind, mid, codec, capabilities }: WrittenTrack,
  direction: 'sendonly' | 'recvonly',
): string[] {
  const { name, payloadType, clockRate, parameters } = codec
  return [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${[payloadType, capabilities?.rtxPayloadType].join(' ').trim()}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    `a=${direction}`,
    'a=rtcp-mux',
    ...writeTransport(session, section),
    `a=rtpmap:${payloadType} ${name}/${clockRate}${kind === 'audio' ? '/2' : ''}`,
    ...(parameters ? [`a=fmtp:${payloadType} ${parameters}`] : []),
    ...writeFeedback(section, payloadType),
    ...writeMidExtension(section),
    ...writeSource(section),
    ...(capabilities ? writeSenderCapabilities(section, codec, capabilities) : []),
    ...section.lines.flatMap((line) => writeCandidate(line) ?? []).slice(0, MAX_CANDIDATES),
  ]
}

/** ICE and DTLS facts stand in the section, or once for all in the first section or the session. */
function writeTransport(session: SessionDescription, section: MediaSection): string[] {
  const sources = [section.lines, session.lines, session.sections[0]?.lines ?? []]
  const findLine = (name: string, form: RegExp) => {
    for (const source of sources) {
      const value = source.find((line) => line.startsWith(`a=${name}:`) && form.test(line))
      if (value) return value
    }
    throw badSdp(`its ${name} is missing or malformed`)
  }
  return [
    findLine('ice-ufrag', /^a=ice-ufrag:[\w+/]{4,256}$/),
    findLine('ice-pwd', /^a=ice-pwd:[\w+/]{22,256}$/),
    findLine('fingerprint', /^a=fingerprint:sha-256 (?:[\da-f]{2}:){31}[\da-f]{2}$/i),
    findLine('setup', /^a=setup:(?:actpass|active|passive)$/),
  ]
}

/** Of the feedback that the browser knows, what the engine answers. */
function writeFeedback(section: MediaSection, payloadType: number): string[] {
  return FEEDBACK.filter(
    (kind) =>
      section.lines.includes(`a=rtcp-fb:${payloadType} ${kind}`) ||
      section.lines.includes(`a=rtcp-fb:* ${kind}`),
  ).map((kind) => `a=rtcp-fb:${payloadType} ${kind}`)
}

function writeMidExtension(section: MediaSection): string[] {
  const id = findExtensionId(section, MID_EXTENSION)
  return id === null ? [] : [`a=extmap:${id} ${MID_EXTENSION}`]
}

/** The first source is the track itself; any other would be its retransmissions. */
function writeSource(section: MediaSection): string[] {
  const line = section.lines.find((each) => each.startsWith('a=ssrc:'))
  const [, ssrc] = /^a=ssrc:(\d{1,10}) /.exec(line ?? '') ?? []
  return ssrc && Number(ssrc) < 2 ** 32 ? [`a=ssrc:${ssrc} cname:publisher`] : []
}

function writeCandidate(line: string): string | null {
  const candidate = line.startsWith('a=candidate:') ? normalizeRemoteCandidate(line) : null
  return candidate && `a=${candidate}`
}
