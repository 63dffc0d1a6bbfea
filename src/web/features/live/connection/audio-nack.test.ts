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

it('has lost sound sent again', () => {
  expect(withAudioNack(offer('a=rtcp-fb:111 transport-cc'))).toBe(
    offer('a=rtcp-fb:111 nack', 'a=rtcp-fb:111 transport-cc'),
  )
})

it('leaves a description alone that says so already, or has no sound', () => {
  const promised = offer('a=rtcp-fb:111 transport-cc', 'a=rtcp-fb:111 nack')
  expect(withAudioNack(promised)).toBe(promised)
  const silent = 'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=rtpmap:96 VP8/90000\r\n'
  expect(withAudioNack(silent)).toBe(silent)
})
