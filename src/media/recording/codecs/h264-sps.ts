import type { Size } from './video-frame.ts'

/** Profiles whose parameter set has a chroma format. */
const PROFILES_WITH_CHROMA_FORMAT = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128])

/**
 * Returns the frame size after cropping from a sequence parameter set (H.264 section 7.3.2.1.1), or null when it is
 * malformed. `sps` begins with the unit's header.
 */
export function readSpsSize(sps: Buffer): Size | null {
  try {
    return parseSps(new BitReader(removeEmulationPrevention(sps.subarray(1))))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Format of the chroma (1: 4:2:0) and bits of a sample, in the profiles that contain them; null in the others. */
export function readSpsChroma(sps: Buffer): { format: number; lumaBits: number; chromaBits: number } | null {
  try {
    const bits = new BitReader(removeEmulationPrevention(sps.subarray(1)))
    const profile = bits.readBits(8)
    if (!PROFILES_WITH_CHROMA_FORMAT.has(profile)) return null
    bits.readBits(16)
    bits.readExpGolomb()
    const format = bits.readExpGolomb()
    if (format === 3) bits.readBits(1)
    const [lumaBits, chromaBits] = [8 + bits.readExpGolomb(), 8 + bits.readExpGolomb()]
    return format > 3 || lumaBits > 14 || chromaBits > 14 ? null : { format, lumaBits, chromaBits }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function parseSps(bits: BitReader): Size | null {
  const profile = bits.readBits(8)
  bits.readBits(16)
  bits.readExpGolomb()
  const chroma = PROFILES_WITH_CHROMA_FORMAT.has(profile) ? readChroma(bits) : 1
  bits.readExpGolomb()
  skipPictureOrderCount(bits)
  bits.readExpGolomb()
  bits.readBits(1)
  const widthInMacroblocks = bits.readExpGolomb() + 1
  const heightInMapUnits = bits.readExpGolomb() + 1
  const fields = 2 - bits.readBits(1)
  if (fields === 2) bits.readBits(1)
  bits.readBits(1)
  const crop = bits.readBits(1)
    ? [bits.readExpGolomb(), bits.readExpGolomb(), bits.readExpGolomb(), bits.readExpGolomb()]
    : [0, 0, 0, 0]
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  const cropUnitX = chroma === 1 || chroma === 2 ? 2 : 1
  const cropUnitY = (chroma === 1 ? 2 : 1) * fields
  const width = 16 * widthInMacroblocks - cropUnitX * (left + right)
  const height = 16 * heightInMapUnits * fields - cropUnitY * (top + bottom)
  return width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE ? { width, height } : null
}

const MAX_SIDE = 16_384

function readChroma(bits: BitReader): number {
  const chroma = bits.readExpGolomb()
  if (chroma === 3) bits.readBits(1)
  bits.readExpGolomb()
  bits.readExpGolomb()
  bits.readBits(1)
  if (bits.readBits(1))
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list++) skipScalingList(bits, list < 6 ? 16 : 64)
  return chroma
}

function skipScalingList(bits: BitReader, length: number): void {
  if (!bits.readBits(1)) return
  let last = 8
  let next = 8
  for (let index = 0; index < length; index++) {
    if (next !== 0) next = (last + bits.readSignedExpGolomb() + 256) % 256
    last = next === 0 ? last : next
  }
}

/** Skips the order in which frames are shown. */
function skipPictureOrderCount(bits: BitReader): void {
  const type = bits.readExpGolomb()
  if (type === 0) bits.readExpGolomb()
  if (type !== 1) return
  bits.readBits(1)
  bits.readExpGolomb()
  bits.readExpGolomb()
  const cycle = bits.readExpGolomb()
  for (let index = 0; index < cycle; index++) bits.readExpGolomb()
}

/** Removes each 3 after two zeros, which keeps a unit from containing a start code. */
function removeEmulationPrevention(bytes: Buffer): Buffer {
  const unescaped: number[] = []
  let zeros = 0
  for (const byte of bytes) {
    if (zeros < 2 || byte !== 3) unescaped.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(unescaped)
}

/** Reads bits. Throws RangeError beyond the end. */
class BitReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  readBits(count: number): number {
    let value = 0
    for (let index = 0; index < count; index++) {
      value = value * 2 + ((this.#bytes.readUInt8(this.#at >> 3) >> (7 - (this.#at & 7))) & 1)
      this.#at++
    }
    return value
  }

  readExpGolomb(): number {
    let zeros = 0
    while (this.readBits(1) === 0) if (++zeros > 31) throw new RangeError('a number is too long')
    return 2 ** zeros - 1 + this.readBits(zeros)
  }

  readSignedExpGolomb(): number {
    const code = this.readExpGolomb()
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2
  }
}
