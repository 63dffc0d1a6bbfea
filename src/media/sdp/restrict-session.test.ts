import { describe, expect, it } from 'vitest'
import { EngineError } from '../process/engine-error.ts'
import { addStartBitrate, mapCandidates, removeCandidates } from './local-description.ts'
import { restrictAnswer, restrictOffer } from './restrict-session.ts'
import { CHROMIUM, FINGERPRINT, sdp } from './testing/chromium-offer.ts'

const only = (kind: 'audio' | 'video') => {
  const [session = '', ...sections] = CHROMIUM.split(/(?=^m=)/m)
  return session + sections.filter((section) => section.startsWith(`m=${kind}`)).join('')
}

const section = (kind: 'audio' | 'video') => only(kind).slice(only(kind).indexOf('m='))

/** Chromium's offer with a further video section for each mid. */
const withVideoSections = (...mids: string[]) =>
  CHROMIUM + mids.map((mid) => section('video').replace('a=mid:1', `a=mid:${mid}`)).join('')

function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof EngineError && error.code === 'bad_sdp') return error.message
    throw error
  }
  return 'nothing was refused'
}

describe('an offer', () => {
  it('is reduced to one codec a track, the feedback that the engine handles, and the sender’s capabilities', () => {
    expect(restrictOffer(CHROMIUM).sdp).toBe(
      sdp(`
        v=0
        o=- 1 1 IN IP4 127.0.0.1
        s=-
        t=0 0
        a=group:BUNDLE 0 1
        m=audio 9 UDP/TLS/RTP/SAVPF 111
        c=IN IP4 0.0.0.0
        a=mid:0
        a=sendonly
        a=rtcp-mux
        a=ice-ufrag:xjwC
        a=ice-pwd:AnW4JaBh4QSykefGlTpPcZns
        a=fingerprint:${FINGERPRINT}
        a=setup:active
        a=rtpmap:111 opus/48000/2
        a=fmtp:111 minptime=10;useinbandfec=1
        a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
        a=ssrc:2384603304 cname:publisher
        m=video 9 UDP/TLS/RTP/SAVPF 96 97
        c=IN IP4 0.0.0.0
        a=mid:1
        a=sendonly
        a=rtcp-mux
        a=ice-ufrag:xjwC
        a=ice-pwd:AnW4JaBh4QSykefGlTpPcZns
        a=fingerprint:${FINGERPRINT}
        a=setup:active
        a=rtpmap:96 VP8/90000
        a=rtcp-fb:96 nack
        a=rtcp-fb:96 nack pli
        a=rtcp-fb:96 goog-remb
        a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
        a=ssrc:3494040596 cname:publisher
        a=rtcp-fb:96 transport-cc
        a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
        a=rtpmap:97 rtx/90000
        a=fmtp:97 apt=96
        a=ssrc:3573570426 cname:publisher
      `),
    )
  })

  it('hands its candidates over beside it, unchecked', () => {
    expect(restrictOffer(CHROMIUM).candidates).toEqual([
      'a=candidate:1 1 udp 2113937151 203.0.113.7 50000 typ host generation 0',
      'a=candidate:2 1 udp 2113937151 0a1b2c3d.local 50000 typ host',
    ])
  })

  it('falls back to H264 constrained baseline', () => {
    const { tracks } = restrictOffer(CHROMIUM.replace('VP8/90000', 'VP8X/90000'))
    expect(tracks.map(({ kind, mid, codec }) => [kind, mid, codec.name, codec.payloadType])).toEqual([
      ['audio', '0', 'opus', 111],
      ['video', '1', 'H264', 108],
    ])
  })

  it('may have a second video track, which is the low layer', () => {
    const { sdp: restricted, tracks } = restrictOffer(withVideoSections('7'))
    expect(tracks.map(({ layer, mid, codec }) => [layer, mid, codec.name])).toEqual([
      ['audio', '0', 'opus'],
      ['high', '1', 'VP8'],
      ['low', '7', 'VP8'],
    ])
    expect(restricted).toContain('a=group:BUNDLE 0 1 7')
  })

  it('may have only audio or only video', () => {
    expect(restrictOffer(only('audio')).tracks.map(({ kind }) => kind)).toEqual(['audio'])
    expect(restrictOffer(only('video')).tracks.map(({ kind }) => kind)).toEqual(['video'])
  })

  it('may name its transport once for the whole session, as Firefox does, and send both ways', () => {
    const [head = '', ...sections] = CHROMIUM.split(/(?=^m=)/m)
    const bare = sections.map((section) => section.replace(/^a=(?:fingerprint|setup):.*\r\n/gm, ''))
    const firefox = `${head}a=fingerprint:${FINGERPRINT}\r\na=setup:actpass\r\n${bare.join('')}`
    expect(restrictOffer(firefox.replaceAll('a=sendonly', 'a=sendrecv')).sdp).toBe(
      restrictOffer(CHROMIUM).sdp,
    )
  })

  it.each([
    ['nothing', '', 'v=0'],
    ['another language', 'GET / HTTP/1.1\r\n\r\n', 'v=0'],
    ['no track', CHROMIUM.slice(0, CHROMIUM.indexOf('m=')), 'no track'],
    ['three video tracks', withVideoSections('7', '8'), 'more than two'],
    ['two audio tracks', CHROMIUM + section('audio').replace('a=mid:0', 'a=mid:7'), 'more than one'],
    ['two video tracks of different codecs', withVideoSections('7').replace('VP8', 'AV1'), 'differ'],
    ['a data channel', `${CHROMIUM}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n`, 'something else'],
    ['no codec that we forward', CHROMIUM.replace(/VP8|H264/g, 'AV1'), 'VP8 or H264'],
    ['no Opus', CHROMIUM.replace('opus', 'speex'), 'Opus'],
    ['the direction of a viewer', CHROMIUM.replaceAll('a=sendonly', 'a=recvonly'), 'not sent'],
    ['a refused track', CHROMIUM.replace('m=video 9', 'm=video 0'), 'not sent'],
    ['the same mid twice', CHROMIUM.replace('a=mid:1', 'a=mid:0'), 'share a mid'],
    ['no mid', CHROMIUM.replace('a=mid:1', 'a=mib:1'), 'no mid'],
    ['no fingerprint', CHROMIUM.replaceAll('a=fingerprint', 'a=finger'), 'fingerprint'],
    ['a short password', CHROMIUM.replaceAll('AnW4JaBh4QSykefGlTpPcZns', 'short'), 'ice-pwd'],
    ['a megabyte', CHROMIUM + 'a=x\r\n'.repeat(200_000), 'too long'],
  ])('is refused with %s', (_, offer, why) => {
    expect(refusal(() => restrictOffer(offer))).toContain(why)
  })
})

describe('an answer', () => {
  const offered = restrictOffer(CHROMIUM).tracks
  const answer = restrictOffer(CHROMIUM).sdp.replaceAll('a=sendonly', 'a=recvonly')

  it('is accepted when it receives every track as offered', () => {
    expect(restrictAnswer(answer, offered).sdp).toContain('a=recvonly')
  })

  it.each([
    ['another payload type', answer.replaceAll('96', '97'), 'does not answer'],
    ['another mid', answer.replaceAll('a=mid:1', 'a=mid:7'), 'does not answer'],
    ['a track less', answer.slice(0, answer.indexOf('m=video')), 'every track'],
    ['a refused track', answer.replace('m=video 9', 'm=video 0'), 'refused'],
    ['a track that it sends', answer.replace('a=recvonly', 'a=sendonly'), 'refused'],
  ])('is refused with %s', (_, broken, why) => {
    expect(refusal(() => restrictAnswer(broken, offered))).toContain(why)
  })
})

describe('the engine’s own descriptions', () => {
  it('lose their candidates', () => {
    const ours = 'v=0\r\na=candidate:1 1 UDP 1 127.0.0.1 1 typ host\r\na=end-of-candidates\r\na=mid:0\r\n'
    expect(removeCandidates(ours)).toBe('v=0\r\na=mid:0\r\n')
  })

  it('keep one of several equal candidates, and drop refused ones', () => {
    const ours = 'a=candidate:1 a\r\na=candidate:2 b\r\na=mid:0\r\n'
    expect(mapCandidates(ours, () => 'candidate:x')).toBe('a=candidate:x\r\na=mid:0\r\n')
  })

  it('ask Chromium to start with a good bitrate', () => {
    expect(addStartBitrate('a=rtpmap:96 VP8/90000\r\na=x', 96, 1500)).toBe(
      'a=rtpmap:96 VP8/90000\r\na=fmtp:96 x-google-start-bitrate=1500\r\na=x',
    )
    expect(addStartBitrate('a=fmtp:108 packetization-mode=1', 108, 1500)).toBe(
      'a=fmtp:108 packetization-mode=1;x-google-start-bitrate=1500',
    )
  })
})
