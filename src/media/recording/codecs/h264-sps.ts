import type { Size } from './video-frame.ts'

/** Profiles whose parameter set says how colours are kept. */
const WITH_CHROMA = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128])

/**
 * The size of the picture, cropping applied, as a sequence parameter set says it (H.264 section 7.3.2.1.1); null for
 * one that makes no sense. `sps` begins with the unit's header.
 */
export function readSpsSize(sps: Buffer): Size | null {
  try {
    return read(new Bits(withoutEscapes(sps.subarray(1))))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function read(bits: Bits): Size | null {
  const profile = bits.fixed(8)
  bits.fixed(16)
  bits.golomb()
  const chroma = WITH_CHROMA.has(profile) ? readChroma(bits) : 1
  bits.golomb()
  skipOrder(bits)
  bits.golomb()
  bits.fixed(1)
  const columns = bits.golomb() + 1
  const rows = bits.golomb() + 1
  const fields = 2 - bits.fixed(1)
  if (fields === 2) bits.fixed(1)
  bits.fixed(1)
  const crop = bits.fixed(1) ? [bits.golomb(), bits.golomb(), bits.golomb(), bits.golomb()] : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const across = chroma === 1 || chroma === 2 ? 2 : 1
  const down = (chroma === 1 ? 2 : 1) * fields
  const width = 16 * columns - across * (left + right)
  const height = 16 * rows * fields - down * (top + bottom)
  return width > 0 && height > 0 && width <= LARGEST_SIDE && height <= LARGEST_SIDE ? { width, height } : null
}

const LARGEST_SIDE = 16_384

function readChroma(bits: Bits): number {
  const chroma = bits.golomb()
  if (chroma === 3) bits.fixed(1)
  bits.golomb()
  bits.golomb()
  bits.fixed(1)
  if (bits.fixed(1))
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) skipScaling(bits, list < 6 ? 16 : 64)
  return chroma
}

function skipScaling(bits: Bits, length: number): void {
  if (!bits.fixed(1)) return
  let last = 8
  let next = 8
  for (let index = 0; index < length; index++) {
    if (next !== 0) next = (last + bits.signedGolomb() + 256) % 256
    last = next === 0 ? last : next
  }
}

/** In which order pictures are shown. */
function skipOrder(bits: Bits): void {
  const type = bits.golomb()
  if (type === 0) bits.golomb()
  if (type !== 1) return
  bits.fixed(1)
  bits.golomb()
  bits.golomb()
  const cycle = bits.golomb()
  for (let index = 0; index < cycle; index++) bits.golomb()
}

/** A 3 after two zeros was put in so that no unit holds a start code. */
function withoutEscapes(bytes: Buffer): Buffer {
  const kept: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros < 2 || byte !== 3) kept.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(kept)
}

/** Reads bits; throws RangeError beyond the end. */
class Bits {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  fixed(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++) {
      value = value * 2 + ((this.#bytes.readUInt8(this.#at >> 3) >> (7 - (this.#at & 7))) & 1)
      this.#at++
    }
    return value
  }

  golomb(): number {
    let zeros = 0
    while (this.fixed(1) === 0) if (++zeros > 31) throw new RangeError('a number is too long')
    return 2 ** zeros - 1 + this.fixed(zeros)
  }

  signedGolomb(): number {
    const code = this.golomb()
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2
  }
}
