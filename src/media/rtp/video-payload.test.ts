import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { LayerSwitcher } from '../tracks/layer-switcher.ts'
import { LayerTrack } from '../tracks/layer-track.ts'
import { negateOffset, applyOffset } from './rtp-offset.ts'
import { RtpRewriter } from './rtp-rewriter.ts'
import { offsetVp8PictureIds, readVp8PictureIds, startsKeyframe } from './video-payload.ts'

const header = '8060' + '00'.repeat(10)
const packet = (payload: string) => Buffer.from(header + payload.replaceAll(' ', ''), 'hex')

describe('a keyframe', () => {
  it.each([
    ['VP8', 'without an extended descriptor', '10 10 000000', true],
    ['VP8', 'after a picture id of one byte', '90 80 05 10 000000', true],
    ['VP8', 'after all that a descriptor can hold', '90 f0 8001 07 20 10', true],
    ['VP8', 'that goes on', '80 80 8001 10', false],
    ['VP8', 'of a later partition', '11 10', false],
    ['VP8', 'that is none', '10 11', false],
    ['VP8', 'that is cut off', '90 80 80', false],
    ['H264', 'that is an IDR picture', '65 88 84 00', true],
    ['H264', 'behind its parameter sets', '67 42 e0 1f', true],
    ['H264', 'behind its parameter sets, together', '78 0004 67 42', true],
    ['H264', 'that begins with a fragment', '7c 85 88 84', true],
    ['H264', 'whose fragment goes on', '7c 05 88 84', false],
    ['H264', 'that is none', '61 9a 00 00', false],
    ['H264', 'that is cut off', '65', false],
    ['opus', 'of sound', '10 10 00 00', false],
  ] as const)('of %s %s is recognized: %#', (codec, _, payload, isRecognized) => {
    expect(startsKeyframe(codec, packet(payload))).toBe(isRecognized)
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
  ])('of %s are read, and offset within their width', (payload, counters, offset) => {
    const bytes = packet(payload)
    expect(readVp8PictureIds(bytes)).toEqual(counters)
    offsetVp8PictureIds(bytes, -1, -1)
    expect(bytes.toString('hex')).toBe(packet(offset).toString('hex'))
  })
})

describe('any bytes', () => {
  const VP8 = { name: 'VP8', payloadType: 96, clockRate: 90_000, parameters: null } as const
  const H264 = { ...VP8, name: 'H264' } as const
  const bytes = fc.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each))
  /** Often starts with a valid header. */
  const rtp = fc.oneof(
    bytes,
    bytes.map((each) => Buffer.concat([Buffer.from(header, 'hex'), each])),
  )

  it('are rewritten or refused, and never longer than before', () => {
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

  it('go to a viewer that switches layers all the time, and are restored afterwards', () => {
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
