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

function choose(lines: string, formats = '96', options: Parameters<typeof chooseCodec>[1] = {}) {
  const [section] = parseSession(
    `${head}m=video 9 UDP/TLS/RTP/SAVPF ${formats}\r\na=mid:0\r\n${lines}`,
  ).sections
  if (!section) throw new Error('no section')
  return chooseCodec(section, options)
}

const h264 = (parameters: string, type = 96) =>
  `a=rtpmap:${type} H264/90000\r\na=fmtp:${type} ${parameters}\r\n`

test.each([
  ['42e01f', '42e01f'],
  ['42c016', '42c016'],
  ['42E01F', '42E01F'],
  ['42001f', '42e01f'],
  ['42000d', '42e00d'],
  ['580020', undefined],
  ['58801f', '42e01f'],
  ['4d001f', '4d001f'],
  ['4d0032', '4d0032'],
  ['4D401E', '4D401E'],
  ['64001f', '64001f'],
  ['640032', '640032'],
  ['640c1f', '640c1f'],
  ['64003e', '640034'],
  ['6e001f', undefined],
  ['7a001f', undefined],
  ['f4001f', undefined],
  ['640000', undefined],
  ['6400', undefined],
])('H264 is forwarded in the profiles that browsers decode: %s is answered with %s', (offered, answered) => {
  const parameters = `level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=${offered}`
  if (answered === undefined) expect(() => choose(h264(parameters))).toThrow(bad)
  else expect(choose(h264(parameters)).parameters).toBe(parameters.replace(offered, answered))
})

test('of several H264 formats, the one that every browser decodes is chosen', () => {
  const formats = [
    h264('packetization-mode=1;profile-level-id=64001f', 96),
    h264('packetization-mode=0;profile-level-id=42e01f', 97),
    h264('packetization-mode=1;profile-level-id=42e01f', 98),
  ]
  expect(choose(formats.join(''), '96 97 98').payloadType).toBe(98)
  expect(choose(formats.slice(0, 2).join(''), '96 97').payloadType).toBe(96)
})

test('H264 without a profile is constrained baseline', () => {
  expect(choose(h264('packetization-mode=1')).parameters).toBe('packetization-mode=1;profile-level-id=42e01f')
  expect(choose(`a=rtpmap:96 H264/90000`, '96', { allowsSingleNalUnits: true }).parameters).toBe(
    'profile-level-id=42e01f',
  )
})

test.each(['packetization-mode=0;profile-level-id=42e01f', 'profile-level-id=42e01f'])(
  'H264 of whole units can be sent, but is not what viewers get (%s)',
  (parameters) => {
    expect(choose(h264(parameters), '96', { allowsSingleNalUnits: true }).name).toBe('H264')
    expect(() => choose(h264(parameters))).toThrow(bad)
  },
)

test('interleaved H264 is refused', () => {
  const interleaved = h264('packetization-mode=2;profile-level-id=42e01f')
  expect(() => choose(interleaved, '96', { allowsSingleNalUnits: true })).toThrow(bad)
})
