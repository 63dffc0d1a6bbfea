import { expect, it } from 'vitest'
import { withAudioNack } from './audio-nack.ts'

const offer = (...feedback: string[]) =>
  [
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 63 111',
    'a=rtpmap:63 red/48000/2',
    'a=rtpmap:111 opus/48000/2',
    ...feedback,
  ]
    .concat('m=video 9 UDP/TLS/RTP/SAVPF 96', 'a=rtpmap:96 VP8/90000', '')
    .join('\r\n')

it('adds NACK for Opus', () => {
  expect(withAudioNack(offer('a=rtcp-fb:111 transport-cc'))).toBe(
    offer('a=rtcp-fb:111 nack', 'a=rtcp-fb:111 transport-cc'),
  )
})

it('returns a description with NACK, or without audio, unchanged', () => {
  const withNack = offer('a=rtcp-fb:111 transport-cc', 'a=rtcp-fb:111 nack')
  expect(withAudioNack(withNack)).toBe(withNack)
  const withoutAudio = 'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=rtpmap:96 VP8/90000\r\n'
  expect(withAudioNack(withoutAudio)).toBe(withoutAudio)
})
