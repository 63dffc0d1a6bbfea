import { EngineError } from '../process/engine-error.ts'

export type MediaKind = 'audio' | 'video'
export type CodecName = 'opus' | 'VP8' | 'H264'
/** `parameters` is the text of the format's fmtp line. */
export type Codec = { name: CodecName; payloadType: number; clockRate: number; parameters: string | null }
export type MediaSection = { kind: MediaKind; isRejected: boolean; payloadTypes: number[]; lines: string[] }
export type SessionDescription = { lines: string[]; sections: MediaSection[] }

const MAX_SDP_LENGTH = 100_000
/** Browsers write some 250 lines and 50 formats; reading takes time that grows with both. */
const MAX_LINES = 1000
const MAX_FORMATS = 128

/** Cuts a session description into its sections. Throws EngineFailure `bad_sdp` unless it fits the engine. */
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
  // Port 0 may also mean that a track goes over the port of another (RFC 9143 section 6).
  for (const section of session.sections) section.isRejected &&= !section.lines.includes('a=bundle-only')
  const kinds = session.sections.map(({ kind }) => kind)
  if (kinds.length === 0) throw badSdp('it has no track')
  if (countKind(kinds, 'audio') > 1) throw badSdp('it has more than one track of sound')
  if (countKind(kinds, 'video') > 2) throw badSdp('it has more than two pictures')
  if (new Set(session.sections.map(midOf)).size < kinds.length) throw badSdp('two tracks share a mid')
  return session
}

const countKind = (kinds: MediaKind[], wanted: MediaKind) => kinds.filter((kind) => kind === wanted).length

function parseMedia(line: string): MediaSection {
  const [, kind, port, formats = ''] =
    /^m=(\w+) (\d+)(?:\/\d+)? UDP\/TLS\/RTP\/SAVPF ([\d ]+)$/.exec(line) ?? []
  if (kind !== 'audio' && kind !== 'video') throw badSdp('it has something else than sound and picture')
  const payloadTypes = [...new Set(formats.trim().split(/ +/).map(Number))]
  if (payloadTypes.length > MAX_FORMATS) throw badSdp('it names too many formats')
  return { kind, isRejected: port === '0', payloadTypes, lines: [] }
}

/**
 * The codec that the engine forwards, of those that a section names, or the one of that name. Throws `bad_sdp` when there
 * is none.
 */
export function chooseCodec(section: MediaSection, name?: CodecName): Codec {
  const codecs = section.payloadTypes.flatMap((payloadType) => readCodec(section, payloadType) ?? [])
  const pick = (wanted: CodecName) => codecs.find((codec) => codec.name === wanted)
  if (section.kind === 'audio') return pick('opus') ?? rejectSdp('sound must be Opus')
  if (name) return pick(name) ?? rejectSdp(`the picture is ${name}, which it does not name`)
  return pick('VP8') ?? pick('H264') ?? rejectSdp('picture must be VP8 or H264')
}

/** Browsers write 42e0, encoders also 42c0: it is the second bit that constrains the profile (RFC 6184 section 8.1). */
const CONSTRAINED_BASELINE = /(?:^|[; ])profile-level-id=42[4-7c-f]0/i

/** A codec that we forward, or null. Of H264 only constrained baseline, which every browser can decode. */
function readCodec(section: MediaSection, payloadType: number): Codec | null {
  // 64 to 95 could not be told from control packets on the same port (RFC 5761 section 4).
  if (payloadType > 127 || (payloadType >= 64 && payloadType <= 95)) return null
  const map = attributeValue(section.lines, `rtpmap:${payloadType} `)?.toLowerCase()
  const parameters = attributeValue(section.lines, `fmtp:${payloadType} `) ?? null
  if (parameters !== null && !/^[\x20-\x7e]{1,300}$/.test(parameters)) return null
  if (map === 'opus/48000/2') return { name: 'opus', payloadType, clockRate: 48_000, parameters }
  if (map === 'vp8/90000') return { name: 'VP8', payloadType, clockRate: 90_000, parameters: null }
  const isForwardableH264 =
    map === 'h264/90000' &&
    /(?:^|[; ])packetization-mode=1(?:;|$)/.test(parameters ?? '') &&
    CONSTRAINED_BASELINE.test(parameters ?? '')
  return isForwardableH264 ? { name: 'H264', payloadType, clockRate: 90_000, parameters } : null
}

export function midOf(section: MediaSection): string {
  const mid = attributeValue(section.lines, 'mid:')
  if (!mid || !/^[\w.+-]{1,32}$/.test(mid)) throw badSdp('a track has no mid')
  return mid
}

/** Whether one of these flags (directions) stands in the section. */
export function hasAnyFlag(section: MediaSection, names: string[]): boolean {
  return names.some((name) => section.lines.includes(`a=${name}`))
}

function attributeValue(from: string[], name: string): string | undefined {
  const start = `a=${name}`
  return from.find((line) => line.startsWith(start))?.slice(start.length)
}

export const sdpLines = (sdp: string) => sdp.split(/\r\n|\n/)
function rejectSdp(why: string): never {
  throw badSdp(why)
}

export const badSdp = (why: string) =>
  new EngineError('bad_sdp', `The session description is not usable: ${why}.`)
