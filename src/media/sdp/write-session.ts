import type { Layer } from '../tracks/layer.ts'
import { badSdp } from './parse-session.ts'
import type { Codec, MediaKind, MediaSection, SessionDescription } from './parse-session.ts'
import { findExtensionId, writeSenderCapabilities, type SenderCapabilities } from './sender-capabilities.ts'

/** A track as one media section of an offer describes it. */
export type OfferedTrack = { kind: MediaKind; layer: Layer; mid: string; codec: Codec }

type WrittenTrack = OfferedTrack & { capabilities?: SenderCapabilities }

/** The feedback that the engine handles. */
const FEEDBACK = ['nack', 'nack pli', 'ccm fir', 'goog-remb']
const MID_EXTENSION = 'urn:ietf:params:rtp-hdrext:sdes:mid'

/**
 * Writes a session description from the checked facts of the parsed one, one track for each section, without
 * candidates. Throws EngineError `bad_sdp` when a transport fact is missing.
 */
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
  ]
}

/** ICE and DTLS attributes are in the section, or once for all sections in the session or the first section. */
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

/** Writes the feedback that both the browser and the engine support. */
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

/** The first SSRC is the track's own; a second one would be its retransmissions. */
function writeSource(section: MediaSection): string[] {
  const line = section.lines.find((each) => each.startsWith('a=ssrc:'))
  const [, ssrc] = /^a=ssrc:(\d{1,10}) /.exec(line ?? '') ?? []
  return ssrc && Number(ssrc) < 2 ** 32 ? [`a=ssrc:${ssrc} cname:publisher`] : []
}
