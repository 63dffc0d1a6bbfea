import { expect, it } from 'vitest'
import type { MediaSection } from './parse-session.ts'
import { readSenderCapabilities, writeSenderCapabilities } from './sender-capabilities.ts'

const VP8 = { name: 'VP8', payloadType: 96, clockRate: 90_000, parameters: null } as const
const TRANSPORT = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01'

function section(...lines: string[]): MediaSection {
  return { kind: 'video', isRejected: false, payloadTypes: [96, 97, 98], lines }
}

it('has nothing that was not offered', () => {
  const capabilities = readSenderCapabilities(section(), VP8)
  expect(capabilities).toEqual({ transportSequenceId: null, rtxPayloadType: null, supportsNack: false })
  expect(writeSenderCapabilities(section(), VP8, capabilities)).toEqual([])
})

it('needs both the extension and the feedback for transport-wide congestion control', () => {
  const extension = `a=extmap:3/sendonly ${TRANSPORT}`
  expect(readSenderCapabilities(section(extension), VP8).transportSequenceId).toBeNull()
  expect(readSenderCapabilities(section('a=rtcp-fb:96 transport-cc'), VP8).transportSequenceId).toBeNull()
  expect(
    readSenderCapabilities(section(extension, 'a=rtcp-fb:97 transport-cc'), VP8).transportSequenceId,
  ).toBeNull()
  expect(
    readSenderCapabilities(section(extension, 'a=rtcp-fb:* transport-cc'), VP8).transportSequenceId,
  ).toBe(3)
})

it('finds the retransmissions of its codec, and their SSRC', () => {
  const lines = [
    'a=rtpmap:98 rtx/90000',
    'a=fmtp:98 apt=100',
    'a=rtpmap:97 rtx/90000',
    'a=fmtp:97 apt=96;rtx-time=200',
    'a=ssrc-group:FID 11 22',
  ]
  const capabilities = readSenderCapabilities(section(...lines), VP8)
  expect(capabilities.rtxPayloadType).toBe(97)
  expect(writeSenderCapabilities(section(...lines), VP8, capabilities)).toEqual([
    'a=rtpmap:97 rtx/90000',
    'a=fmtp:97 apt=96',
    'a=ssrc:22 cname:publisher',
  ])
})

it('does not take the codec itself, or an SSRC beyond 32 bits, for retransmissions', () => {
  expect(
    readSenderCapabilities(section('a=rtpmap:96 rtx/90000', 'a=fmtp:96 apt=96'), VP8).rtxPayloadType,
  ).toBeNull()
  const lines = ['a=rtpmap:97 rtx/90000', 'a=fmtp:97 apt=96', 'a=ssrc-group:FID 11 4294967296']
  const capabilities = readSenderCapabilities(section(...lines), VP8)
  expect(writeSenderCapabilities(section(...lines), VP8, capabilities)).toEqual([
    'a=rtpmap:97 rtx/90000',
    'a=fmtp:97 apt=96',
  ])
})
