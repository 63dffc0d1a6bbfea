import type { Codec, MediaSection } from './parse-session.ts'

/*
 * A sender's capabilities beyond the codec, from its SDP section: how it estimates its bandwidth, and how it repairs
 * losses. Only publishers' sections are read for this.
 */

export type SenderCapabilities = {
  /** Id of the header extension that numbers all packets of the connection (transport-wide congestion control). */
  transportSequenceId: number | null
  /** Payload type of retransmissions, which have a stream of their own (RFC 4588). */
  rtxPayloadType: number | null
  /** Whether it retransmits what a NACK requests. */
  supportsNack: boolean
}

const TRANSPORT_SEQUENCE_EXTENSION =
  'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01'

/** Reads what the section offers beside its codec. */
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

/** Returns the attribute lines that accept these capabilities. */
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

/** Returns the negotiated id of a header extension; null when the section does not have it. */
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

/** The native module delivers only packets of SSRCs that it knows. The first one of the pair is the track itself. */
function writeRtxSource({ lines }: MediaSection): string[] {
  const group = lines.find((line) => line.startsWith('a=ssrc-group:FID '))
  const [, ssrc] = /^a=ssrc-group:FID \d{1,10} (\d{1,10})$/.exec(group ?? '') ?? []
  return ssrc && Number(ssrc) < 2 ** 32 ? [`a=ssrc:${ssrc} cname:publisher`] : []
}
