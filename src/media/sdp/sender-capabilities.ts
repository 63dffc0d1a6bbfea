import type { Codec, MediaSection } from './parse-session.ts'

/*
 * What only a broadcaster's tracks have: means by which it learns what its line carries, and sends again what
 * was lost.
 */

export type SenderCapabilities = {
  /** The header extension that numbers all packets of the connection (transport-wide congestion control). */
  transportSequenceId: number | null
  /** The payload type of packets that are sent again in a stream of their own (RFC 4588). */
  rtxPayloadType: number | null
  /** It sends again what we ask for. */
  supportsNack: boolean
}

const TRANSPORT_SEQUENCE_EXTENSION =
  'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01'

export function readSenderCapabilities(
  section: MediaSection,
  { payloadType, clockRate }: Codec,
): SenderCapabilities {
  const feedback = new Set(section.lines)
  const has = (name: string) =>
    feedback.has(`a=rtcp-fb:${payloadType} ${name}`) || feedback.has(`a=rtcp-fb:* ${name}`)
  return {
    transportSequenceId: has('transport-cc') ? findExtensionId(section, TRANSPORT_SEQUENCE_EXTENSION) : null,
    rtxPayloadType: findRtxPayloadType(section, payloadType, clockRate),
    supportsNack: has('nack'),
  }
}

export function writeSenderCapabilities(
  section: MediaSection,
  { payloadType, clockRate }: Codec,
  capabilities: SenderCapabilities,
): string[] {
  const { transportSequenceId, rtxPayloadType } = capabilities
  const transport = [
    `a=rtcp-fb:${payloadType} transport-cc`,
    `a=extmap:${transportSequenceId} ${TRANSPORT_SEQUENCE_EXTENSION}`,
  ]
  const rtx = [`a=rtpmap:${rtxPayloadType} rtx/${clockRate}`, `a=fmtp:${rtxPayloadType} apt=${payloadType}`]
  return [
    ...(transportSequenceId === null ? [] : transport),
    ...(rtxPayloadType === null ? [] : [...rtx, ...writeRtxSource(section)]),
  ]
}

/** The negotiated number of a header extension. */
export function findExtensionId({ lines }: MediaSection, name: string): number | null {
  const line = lines.find((each) => each.startsWith('a=extmap:') && each.includes(name))
  const [, id] = /^a=extmap:(\d{1,2})(?:\/\w+)? /.exec(line ?? '') ?? []
  return id ? Number(id) : null
}

function findRtxPayloadType(
  { lines, payloadTypes }: MediaSection,
  payloadType: number,
  clockRate: number,
): number | null {
  const type = payloadTypes.find(
    (each) =>
      each < 128 &&
      each !== payloadType &&
      lines.includes(`a=rtpmap:${each} rtx/${clockRate}`) &&
      lines.some(
        (line) =>
          line === `a=fmtp:${each} apt=${payloadType}` ||
          line.startsWith(`a=fmtp:${each} apt=${payloadType};`),
      ),
  )
  return type ?? null
}

/** The native module hands over packets of sources that it knows; the first of the pair is the track itself. */
function writeRtxSource({ lines }: MediaSection): string[] {
  const group = lines.find((line) => line.startsWith('a=ssrc-group:FID '))
  const [, ssrc] = /^a=ssrc-group:FID \d{1,10} (\d{1,10})$/.exec(group ?? '') ?? []
  return ssrc && Number(ssrc) < 2 ** 32 ? [`a=ssrc:${ssrc} cname:publisher`] : []
}
