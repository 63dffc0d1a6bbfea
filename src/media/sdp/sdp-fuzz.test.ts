import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { EngineError } from '../process/engine-error.ts'
import { restrictPlayerOffer } from './restrict-player-offer.ts'
import { restrictAnswer, restrictOffer } from './restrict-session.ts'
import { CHROMIUM } from './testing/chromium-offer.ts'

const OFFERED = restrictOffer(CHROMIUM).tracks
const PLAYER = CHROMIUM.replaceAll('a=sendonly', 'a=recvonly')

/** Every line that the native parser may see. */
const ALLOWED_LINE = new RegExp(
  [
    'v=0',
    'o=- 1 1 IN IP4 127\\.0\\.0\\.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE [\\w.+-]{1,32}( [\\w.+-]{1,32}){0,2}',
    'm=(audio|video) 9 UDP/TLS/RTP/SAVPF \\d{1,3}( \\d{1,3})?',
    'c=IN IP4 0\\.0\\.0\\.0',
    'a=mid:[\\w.+-]{1,32}',
    'a=(sendonly|recvonly|rtcp-mux)',
    'a=ice-ufrag:[\\w+/]{4,256}',
    'a=ice-pwd:[\\w+/]{22,256}',
    'a=fingerprint:sha-256 [\\dA-Fa-f:]{95}',
    'a=setup:(active|passive|actpass)',
    'a=rtpmap:\\d{1,3} (opus/48000/2|(VP8|H264|rtx)/(90000|48000))',
    'a=fmtp:\\d{1,3} [\\x20-\\x7e]{1,300}',
    'a=rtcp-fb:\\d{1,3} (nack|nack pli|ccm fir|goog-remb|transport-cc)',
    'a=extmap:\\d{1,2} (urn:ietf:params:rtp-hdrext:sdes:mid|http://www\\.ietf\\.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01)',
    'a=ssrc:\\d{1,10} cname:publisher',
    '',
  ]
    .map((line) => `^${line}$`)
    .join('|'),
)

/** Returns the restricted description, or null when it is refused. Any other error fails the test. */
function restrictOrNull(restrict: () => string): string | null {
  try {
    return restrict()
  } catch (error) {
    if (error instanceof EngineError && error.code === 'bad_sdp') return null
    throw error
  }
}

function restrictAll(text: string): (string | null)[] {
  return [
    restrictOrNull(() => restrictOffer(text).sdp),
    restrictOrNull(() => restrictAnswer(text, OFFERED).sdp),
    restrictOrNull(() => restrictPlayerOffer(text, OFFERED).sdp),
  ]
}

/** Returns the CPU time of the work in milliseconds, however busy other processes keep the machine. */
function cpuTimeMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Malformed lines that precede the valid ones: the first that matches is read. */
const MALFORMED_LINES = [
  'a=fmtp:111 minptime=10\t',
  'a=fmtp:96 \u0000',
  `a=fmtp:111 ${'x'.repeat(301)}`,
  'a=ice-pwd:AnW4JaBh4QSykefGlTpPcZns\u00e9',
  'a=mid:\t0',
  'a=ssrc:99999999999 cname:x',
  'a=candidate:1 1 udp 1 203.0.113.7 0 typ host',
]
const lines = [
  ...CHROMIUM.split('\r\n'),
  ...MALFORMED_LINES,
  'a=bundle-only',
  'a=inactive',
  'a=rtcp-fb:* nack',
]
const line = fc.oneof(fc.constantFrom(...lines), fc.string({ unit: 'binary' }), fc.string())
const base = fc.constantFrom(CHROMIUM, PLAYER)
const shuffled = fc.array(line, { maxLength: 60 }).map((some) => ['v=0', ...some].join('\r\n'))
const corrupted = fc
  .tuple(base, fc.nat(CHROMIUM.length), fc.nat(40), fc.string())
  .map(([sdp, at, length, text]) => sdp.slice(0, at) + text + sdp.slice(at + length))
/** Whole lines are replaced, removed, repeated or moved: most of these are still descriptions. */
const edited = fc
  .tuple(base, fc.array(fc.tuple(fc.nat(lines.length), fc.nat(2), line), { maxLength: 8 }))
  .map(([sdp, edits]) => {
    const changed = sdp.split('\r\n')
    for (const [at, gone, text] of edits) changed.splice(at % changed.length, gone, text)
    return changed.join('\r\n')
  })

describe('any description', () => {
  it('is refused, or reduced to what the engine supports', () => {
    let acceptedCount = 0
    fc.assert(
      fc.property(fc.oneof(fc.string(), shuffled, corrupted, edited, edited), (text) => {
        for (const restricted of restrictAll(text)) {
          if (restricted === null) continue
          acceptedCount++
          for (const each of restricted.split('\r\n')) expect(each).toMatch(ALLOWED_LINE)
        }
      }),
      { numRuns: 4000 * inject('soak') },
    )
    expect(acceptedCount).toBeGreaterThan(100)
  })

  it('never takes long', () => {
    const pieces = [
      'a=rtpmap:96 ',
      'm=video 9 UDP/TLS/RTP/SAVPF 96 ',
      'a=fmtp:96 ',
      '\r',
      ' ',
      '96 ',
      'a=mid:',
    ]
    const hostile = pieces.flatMap((piece) => {
      const repeated = piece.repeat(Math.floor(90_000 / piece.length))
      return [
        CHROMIUM + repeated,
        CHROMIUM.replace('a=mid:1', repeated),
        PLAYER + repeated.replaceAll(' ', ' \r\n'),
      ]
    })
    for (const text of hostile) expect(cpuTimeMs(() => restrictAll(text))).toBeLessThan(1000)
  })
})

describe('the answer to a player of H264', () => {
  const stream = restrictOffer(CHROMIUM.replace('VP8/90000', 'VP8X/90000')).tracks
  const answered = (profiles: string[]) => {
    const formats = profiles.map(
      (profile, index) =>
        `a=rtpmap:${100 + index} H264/90000\r\na=fmtp:${100 + index} packetization-mode=1;profile-level-id=${profile}\r\n`,
    )
    const types = profiles.map((_profile, index) => 100 + index).join(' ')
    const player = PLAYER.replace(/^m=video.*$/m, `m=video 9 UDP/TLS/RTP/SAVPF ${types}`).replace(
      /^a=rtpmap:108 .*\r\n/m,
      formats.join(''),
    )
    return restrictPlayerOffer(player, stream).tracks.find(({ kind }) => kind === 'video')?.codec
  }

  it('has the profile that every browser decodes, where the player offers it', () => {
    expect(answered(['64001f', '42e01f'])).toMatchObject({
      payloadType: 101,
      parameters: expect.stringContaining('profile-level-id=42e01f'),
    })
  })

  it('has the only profile of the player', () => {
    expect(answered(['64001f'])).toMatchObject({
      payloadType: 100,
      parameters: 'packetization-mode=1;profile-level-id=64001f',
    })
  })
})

describe('the answer to a player', () => {
  const restricted = restrictPlayerOffer(PLAYER, OFFERED)
  const answer =
    'v=0\r\ns=-\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:1\r\n' +
    'a=rtcp-fb:96 nack\r\na=rtcp-fb:96 ccm fir\r\n'

  it('has only feedback that was offered', () => {
    expect(restricted.completeAnswer(answer)).toBe(answer.replace('a=rtcp-fb:96 ccm fir\r\n', ''))
  })

  it('contains the rejected sections, in the order of the offer', () => {
    const audioOnly = OFFERED.filter(({ kind }) => kind === 'audio')
    const { sdp, tracks, completeAnswer } = restrictPlayerOffer(PLAYER, audioOnly)
    expect(tracks.map(({ kind, mid }) => [kind, mid])).toEqual([['audio', '0']])
    expect(sdp).not.toContain('m=video')
    const [head, audio] = answer.split(/(?=^m=)/m)
    expect(completeAnswer(`${head}${audio}`)).toBe(
      `${head}${audio}m=video 0 UDP/TLS/RTP/SAVPF 98\r\nc=IN IP4 0.0.0.0\r\na=inactive\r\na=mid:1\r\n`,
    )
  })

  it('accepts a track that is bundled with another one', () => {
    const bundled = PLAYER.replace('m=video 9', 'm=video 0').replace('a=mid:1', 'a=mid:1\r\na=bundle-only')
    expect(restrictPlayerOffer(bundled, OFFERED).tracks).toHaveLength(2)
    expect(restrictPlayerOffer(bundled.replace('a=bundle-only\r\n', ''), OFFERED).tracks).toHaveLength(1)
  })
})
