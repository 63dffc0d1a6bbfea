import { expect, test } from 'vitest'
import { parseSession } from './sdp-session.ts'

const head = 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n'
const bad = expect.objectContaining({ code: 'bad_sdp' })

test('a description that would take seconds to read is refused at a glance', () => {
  const formats = Array.from({ length: 9500 }, (_, index) => index).join(' ')
  expect(() => parseSession(`${head}m=video 9 UDP/TLS/RTP/SAVPF ${formats}\r\na=mid:0`)).toThrow(bad)
  expect(() => parseSession(`${head}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n${'a=x\r\n'.repeat(12_500)}`)).toThrow(
    bad,
  )
})

test('a format that is named again counts once', () => {
  const session = parseSession(`${head}m=video 9 UDP/TLS/RTP/SAVPF ${'96 '.repeat(500).trim()}\r\na=mid:0`)
  expect(session.sections[0]?.payloadTypes).toEqual([96])
})
