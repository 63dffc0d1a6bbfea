import { expect, test } from 'vitest'
import { chooseCodec, parseSession } from './parse-session.ts'

const head = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n'
const bad = expect.objectContaining({ code: 'bad_sdp' })

test('a description that would take seconds to parse is refused at once', () => {
  const formats = Array.from({ length: 9500 }, (_, index) => index).join(' ')
  expect(() => parseSession(`${head}m=video 9 UDP/TLS/RTP/SAVPF ${formats}\r\na=mid:0`)).toThrow(bad)
  expect(() => parseSession(`${head}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n${'a=x\r\n'.repeat(12_500)}`)).toThrow(
    bad,
  )
})

test('a format that is repeated counts once', () => {
  const session = parseSession(`${head}m=video 9 UDP/TLS/RTP/SAVPF ${'96 '.repeat(500).trim()}\r\na=mid:0`)
  expect(session.sections[0]?.payloadTypes).toEqual([96])
})

test.each([
  ['42e01f', 'H264'],
  ['42c016', 'H264'],
  ['42E01F', 'H264'],
  ['42001f', undefined],
  ['64001f', undefined],
  ['4d001f', undefined],
])('only H264 constrained baseline is forwarded (%s)', (profile, name) => {
  const lines = `a=mid:0\r\na=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1;profile-level-id=${profile}`
  const [section] = parseSession(`${head}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n${lines}`).sections
  if (!section) throw new Error('no section')
  if (name) expect(chooseCodec(section).name).toBe(name)
  else expect(() => chooseCodec(section)).toThrow(bad)
})
