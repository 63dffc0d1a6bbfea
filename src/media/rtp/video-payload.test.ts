import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { LayerSwitcher } from '../tracks/layer-switcher.ts'
import { LayerTrack } from '../tracks/layer-track.ts'
import { negateOffset, applyOffset } from './rtp-offset.ts'
import { RtpRewriter } from './rtp-rewriter.ts'
import { offsetVp8PictureIds, readVp8PictureIds, startsKeyframe } from './video-payload.ts'

const header = '8060' + '00'.repeat(10)
const packet = (payload: string) => Buffer.from(header + payload.replaceAll(' ', ''), 'hex')

describe('the start of a keyframe', () => {
  it.each([
    ['VP8', 'a keyframe without an extended descriptor', '10 10 000000', true],
    ['VP8', 'a keyframe after a picture id of one byte', '90 80 05 10 000000', true],
    ['VP8', 'a keyframe after a descriptor with all fields', '90 f0 8001 07 20 10', true],
    ['VP8', 'the continuation of a keyframe', '80 80 8001 10', false],
    ['VP8', 'a later partition', '11 10', false],
    ['VP8', 'an interframe', '10 11', false],
    ['VP8', 'a truncated descriptor', '90 80 80', false],
    ['H264', 'an IDR picture', '65 88 84 00', true],
    ['H264', 'a parameter set', '67 42 e0 1f', true],
    ['H264', 'an aggregate that begins with a parameter set', '78 0004 67 42', true],
    ['H264', 'the first fragment of an IDR picture', '7c 85 88 84', true],
    ['H264', 'a later fragment of an IDR picture', '7c 05 88 84', false],
    ['H264', 'a picture that is not IDR', '61 9a 00 00', false],
    ['H264', 'a truncated packet', '65', false],
    ['opus', 'audio', '10 10 00 00', false],
  ] as const)('%s, %s (%s): %s', (codec, _, payload, isStart) => {
    expect(startsKeyframe(codec, packet(payload))).toBe(isStart)
  })
})

describe('the picture ids of VP8', () => {
  it.each([
    ['90 c0 8005 07 10', { pictureId: 5, tl0PicIdx: 7 }, '90 c0 8004 06 10'],
    ['90 80 05 10', { pictureId: 5, tl0PicIdx: null }, '90 80 04 10'],
    ['90 c0 8000 00 10', { pictureId: 0, tl0PicIdx: 0 }, '90 c0 ffff ff 10'],
    ['90 80 00 10', { pictureId: 0, tl0PicIdx: null }, '90 80 7f 10'],
    ['10 10', { pictureId: null, tl0PicIdx: null }, '10 10'],
    ['90', { pictureId: null, tl0PicIdx: null }, '90'],
  ])('of %s are read, and an offset wraps around within their width', (payload, counters, offset) => {
    const bytes = packet(payload)
    expect(readVp8PictureIds(bytes)).toEqual(counters)
    offsetVp8PictureIds(bytes, -1, -1)
    expect(bytes.toString('hex')).toBe(packet(offset).toString('hex'))
  })
})

describe('packets of arbitrary bytes', () => {
  const VP8 = { name: 'VP8', payloadType: 96, clockRate: 90_000, parameters: null } as const
  const H264 = { ...VP8, name: 'H264' } as const
  const bytes = fc.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each))
  /** Often starts with a valid header. */
  const rtp = fc.oneof(
    bytes,
    bytes.map((each) => Buffer.concat([Buffer.from(header, 'hex'), each])),
  )

  it('are dropped, or rewritten without becoming longer', () => {
    fc.assert(
      fc.property(fc.array(rtp), (packets) => {
        const rewriter = new RtpRewriter(1, 96, 90_000)
        for (const each of packets) {
          const out = rewriter.rewrite(each, 0)
          expect(out === null || (out.length >= 12 && out.length <= each.length)).toBe(true)
        }
      }),
      { numRuns: 1000 * inject('soak') },
    )
  })

  it('are unchanged after an offset and its inverse, while a viewer switches layers all the time', () => {
    const command = fc.tuple(rtp, fc.constantFrom('high', 'low'), fc.constantFrom('high', 'low', null))
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), fc.constantFrom(VP8, H264), (commands, codec) => {
        const tracks = { high: new LayerTrack('high', 1, codec), low: new LayerTrack('low', 1, codec) }
        const switcher = new LayerSwitcher(() => undefined)
        for (const [index, [each, layer, target]] of commands.entries()) {
          switcher.setTarget(target, index)
          const forwarded = tracks[layer].rewrite(each, index)
          if (!forwarded || switcher.decide(tracks[layer], forwarded, index) === 'drop') continue
          const before = Buffer.from(forwarded.packet)
          applyOffset(forwarded.packet, switcher.offset)
          applyOffset(forwarded.packet, negateOffset(switcher.offset))
          expect(forwarded.packet.equals(before)).toBe(true)
        }
      }),
      { numRuns: 1000 * inject('soak') },
    )
  })
})
