import type { Codec, Section } from './parse-session.ts'

/*
 * What only a broadcaster's tracks have: means by which it learns what its line carries, and sends again what
 * was lost.
 */

export type Uplink = {
  /** The header extension that numbers all packets of the connection (transport-wide congestion control). */
  transportId: number | null
  /** The payload type of packets that are sent again in a stream of their own (RFC 4588). */
  resendType: number | null
  /** It sends again what we ask for. */
  answersNack: boolean
}

const TRANSPORT_EXTENSION = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01'

export function readUplink(section: Section, { payloadType, clockRate }: Codec): Uplink {
  const feedback = new Set(section.lines)
  const has = (name: string) =>
    feedback.has(`a=rtcp-fb:${payloadType} ${name}`) || feedback.has(`a=rtcp-fb:* ${name}`)
  return {
    transportId: has('transport-cc') ? extensionId(section, TRANSPORT_EXTENSION) : null,
    resendType: resendTypeOf(section, payloadType, clockRate),
    answersNack: has('nack'),
  }
}

export function writeUplink(section: Section, { payloadType, clockRate }: Codec, uplink: Uplink): string[] {
  const { transportId, resendType } = uplink
  const transport = [
    `a=rtcp-fb:${payloadType} transport-cc`,
    `a=extmap:${transportId} ${TRANSPORT_EXTENSION}`,
  ]
  const resending = [`a=rtpmap:${resendType} rtx/${clockRate}`, `a=fmtp:${resendType} apt=${payloadType}`]
  return [
    ...(transportId === null ? [] : transport),
    ...(resendType === null ? [] : [...resending, ...resendSource(section)]),
  ]
}

/** The negotiated number of a header extension. */
export function extensionId({ lines }: Section, name: string): number | null {
  const line = lines.find((each) => each.startsWith('a=extmap:') && each.includes(name))
  const [, id] = /^a=extmap:(\d{1,2})(?:\/\w+)? /.exec(line ?? '') ?? []
  return id ? Number(id) : null
}

function resendTypeOf(
  { lines, payloadTypes }: Section,
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
function resendSource({ lines }: Section): string[] {
  const group = lines.find((line) => line.startsWith('a=ssrc-group:FID '))
  const [, ssrc] = /^a=ssrc-group:FID \d{1,10} (\d{1,10})$/.exec(group ?? '') ?? []
  return ssrc && Number(ssrc) < 2 ** 32 ? [`a=ssrc:${ssrc} cname:publisher`] : []
}
