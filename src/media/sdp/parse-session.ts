import { EngineError } from '../process/engine-error.ts'
import { readH264Format } from './h264-format.ts'

export type MediaKind = 'audio' | 'video'
export type CodecName = 'opus' | 'VP8' | 'H264'
/** `parameters` is the value of the format's fmtp attribute. */
export type Codec = { name: CodecName; payloadType: number; clockRate: number; parameters: string | null }
/** One `m=` section with its attribute lines. */
export type MediaSection = { kind: MediaKind; isRejected: boolean; payloadTypes: number[]; lines: string[] }
/** `lines` are those before the first section. */
export type SessionDescription = { lines: string[]; sections: MediaSection[] }

const MAX_SDP_LENGTH = 100_000
/** Browsers write about 250 lines and 50 formats. The time for parsing grows with both. */
const MAX_LINES = 1000
const MAX_FORMATS = 128

/**
 * Splits a session description into its sections: at most one of audio and two of video. Throws EngineError `bad_sdp`
 * when it is malformed, too large, or has other sections.
 */
export function parseSession(sdp: string): SessionDescription {
  if (sdp.length > MAX_SDP_LENGTH) throw badSdp('it is too long')
  const all = sdpLines(sdp)
  if (all.length > MAX_LINES) throw badSdp('it has too many lines')
  if (all[0] !== 'v=0') throw badSdp('it does not begin with v=0')
  const session: SessionDescription = { lines: [], sections: [] }
  let current = session.lines
  for (const line of all) {
    if (line.startsWith('m=')) {
      const section = parseMedia(line)
      session.sections.push(section)
      current = section.lines
    } else current.push(line)
  }
  // Port 0 rejects a section, unless it is marked as bundled with another one (RFC 9143 section 6).
  for (const section of session.sections) section.isRejected &&= !section.lines.includes('a=bundle-only')
  const kinds = session.sections.map(({ kind }) => kind)
  if (kinds.length === 0) throw badSdp('it has no track')
  if (countKind(kinds, 'audio') > 1) throw badSdp('it has more than one audio track')
  if (countKind(kinds, 'video') > 2) throw badSdp('it has more than two video tracks')
  if (new Set(session.sections.map(midOf)).size < kinds.length) throw badSdp('two tracks share a mid')
  return session
}

const countKind = (kinds: MediaKind[], counted: MediaKind) => kinds.filter((kind) => kind === counted).length

function parseMedia(line: string): MediaSection {
  const [, kind, port, formats = ''] =
    /^m=(\w+) (\d+)(?:\/\d+)? UDP\/TLS\/RTP\/SAVPF ([\d ]+)$/.exec(line) ?? []
  if (kind !== 'audio' && kind !== 'video') throw badSdp('it has something else than audio and video')
  const payloadTypes = [...new Set(formats.trim().split(/ +/).map(Number))]
  if (payloadTypes.length > MAX_FORMATS) throw badSdp('it names too many formats')
  return { kind, isRejected: port === '0', payloadTypes, lines: [] }
}

type Choice = {
  name?: CodecName
  /**
   * Whether to accept H264 in single NAL unit mode (packetization-mode 0) too; viewers must accept fragmentation units.
   */
  allowsSingleNalUnits?: boolean
}

/**
 * Returns the section's codec that the engine forwards: Opus, the codec called `name`, or VP8 before H264; of several H264
 * formats constrained baseline, which every browser decodes. Throws `bad_sdp` when the section has none.
 */
export function chooseCodec(
  section: MediaSection,
  { name, allowsSingleNalUnits = false }: Choice = {},
): Codec {
  const codecs = section.payloadTypes
    .flatMap((payloadType) => readCodec(section, payloadType) ?? [])
    .filter(({ isNonInterleaved }) => isNonInterleaved || allowsSingleNalUnits)
    .toSorted((a, b) => Number(b.isNonInterleaved) - Number(a.isNonInterleaved) || b.support - a.support)
    .map(({ codec }) => codec)
  const find = (codecName: CodecName) => codecs.find((codec) => codec.name === codecName)
  if (section.kind === 'audio') return find('opus') ?? rejectSdp('audio must be Opus')
  if (name) return find(name) ?? rejectSdp(`the video is ${name}, which it does not offer`)
  return find('VP8') ?? find('H264') ?? rejectSdp('video must be VP8 or H264')
}

/** `support` is higher for a format that more browsers decode. */
type Candidate = { codec: Codec; isNonInterleaved: boolean; support: number }

/** Returns null for a codec that is not forwarded, because not every browser decodes it. */
function readCodec(section: MediaSection, payloadType: number): Candidate | null {
  // With rtcp-mux, types 64 to 95 are indistinguishable from RTCP packets (RFC 5761 section 4).
  if (payloadType > 127 || (payloadType >= 64 && payloadType <= 95)) return null
  const map = attributeValue(section.lines, `rtpmap:${payloadType} `)?.toLowerCase()
  const parameters = attributeValue(section.lines, `fmtp:${payloadType} `) ?? null
  if (parameters !== null && !/^[\x20-\x7e]{1,300}$/.test(parameters)) return null
  const simple = { isNonInterleaved: true, support: 0 }
  if (map === 'opus/48000/2')
    return { codec: { name: 'opus', payloadType, clockRate: 48_000, parameters }, ...simple }
  if (map === 'vp8/90000')
    return { codec: { name: 'VP8', payloadType, clockRate: 90_000, parameters: null }, ...simple }
  const format = map === 'h264/90000' ? readH264Format(parameters ?? '') : null
  if (!format) return null
  const { accepted, isConstrainedBaseline, isNonInterleaved } = format
  const codec = { name: 'H264', payloadType, clockRate: 90_000, parameters: accepted } as const
  return { codec, isNonInterleaved, support: isConstrainedBaseline ? 1 : 0 }
}

/** Returns the section's `mid`. Throws `bad_sdp` when it is missing or malformed. */
export function midOf(section: MediaSection): string {
  const mid = attributeValue(section.lines, 'mid:')
  if (!mid || !/^[\w.+-]{1,32}$/.test(mid)) throw badSdp('a track has no mid')
  return mid
}

/** Returns whether the section has one of these attributes without a value, such as a direction. */
export function hasAnyFlag(section: MediaSection, names: string[]): boolean {
  return names.some((name) => section.lines.includes(`a=${name}`))
}

function attributeValue(lines: string[], name: string): string | undefined {
  const prefix = `a=${name}`
  return lines.find((line) => line.startsWith(prefix))?.slice(prefix.length)
}

/** Returns the candidate lines of all sections, unchecked. */
export function listCandidates({ sections }: SessionDescription): string[] {
  return sections.flatMap(({ lines }) => lines.filter((line) => line.startsWith('a=candidate:')))
}

/** Returns the lines of a description, with either line ending. */
export const sdpLines = (sdp: string) => sdp.split(/\r\n|\n/)

function rejectSdp(why: string): never {
  throw badSdp(why)
}

/** Creates the error for a description that the engine refuses; `why` ends the sentence. */
export const badSdp = (why: string) =>
  new EngineError('bad_sdp', `The session description is not usable: ${why}.`)
