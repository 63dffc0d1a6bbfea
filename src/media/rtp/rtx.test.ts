import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { findPayloadStart } from './rtp.ts'
import { unwrapRtx } from './rtx.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const restore = (packet: Buffer) => unwrapRtx(packet, findPayloadStart(packet), 96, 0xaabbccdd)

it('restores sequence number, payload type and SSRC of a packet', () => {
  // An extension, then the original sequence number 0x1234, then the payload.
  const resent = hex('90 e1 0007 00015f90 11223344 bede0001 31000100 1234 c0ffee')
  expect(restore(resent)).toEqual(hex('80 e0 1234 00015f90 aabbccdd c0ffee'))
})

it('removes padding, and returns null for padding only', () => {
  expect(restore(hex('a0 61 0007 00015f90 11223344 1234 c0ffee 0002'))).toEqual(
    hex('80 60 1234 00015f90 aabbccdd c0ffee'),
  )
  expect(restore(hex('a0 61 0007 00015f90 11223344 00000004'))).toBeNull()
  expect(restore(hex('80 61 0007 00015f90 11223344'))).toBeNull()
})

it('reads any bytes without throwing, and never returns a longer packet', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 100 }), (bytes) => {
      const packet = Buffer.from(bytes)
      const start = findPayloadStart(packet)
      if (start < 0) return
      expect(restore(packet)?.length ?? 0).toBeLessThan(packet.length)
    }),
    { numRuns: 2000 * inject('soak') },
  )
})
