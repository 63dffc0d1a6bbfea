/** What a file is by its first bytes. `iso` is any file of MP4's family, `ebml` any of Matroska's. */
export type Sniffed =
  | { kind: 'image' | 'iso' | 'ebml' }
  | { kind: 'file'; mimeType: string; ending: string }
  | { kind: 'unknown' }

/** Bytes that `sniff` looks at. */
export const SNIFFED_BYTES = 4096

/** Tells what a file is; a name or a declared type has no say. */
export function sniff(head: Buffer): Sniffed {
  if (isImage(head)) return { kind: 'image' }
  if (text(head, 4, 8) === 'ftyp') return { kind: 'iso' }
  if (head.subarray(0, 4).equals(EBML)) return { kind: 'ebml' }
  const known = FILES.find(({ is }) => is(head))
  return known ? { kind: 'file', mimeType: known.mimeType, ending: known.ending } : { kind: 'unknown' }
}

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
const IMAGE_BRANDS = ['avif', 'avis', 'heic', 'heix', 'mif1', 'msf1']

/** What the image library is asked about; it may still refuse. */
function isImage(head: Buffer): boolean {
  const isJpeg = head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff
  const isPng = head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))
  const isGif = /^GIF8[79]a$/.test(text(head, 0, 6))
  const isWebp = text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP'
  const isAvif = text(head, 4, 8) === 'ftyp' && IMAGE_BRANDS.includes(text(head, 8, 12))
  return isJpeg || isPng || isGif || isWebp || isAvif
}

/** Files that are given on as they are. */
const FILES: readonly { mimeType: string; ending: string; is: (head: Buffer) => boolean }[] = [
  { mimeType: 'application/pdf', ending: 'pdf', is: (head) => /^%PDF-[12]\.\d/.test(text(head, 0, 8)) },
  { mimeType: 'audio/ogg', ending: 'ogg', is: (head) => text(head, 0, 5) === 'OggS\0' },
  { mimeType: 'audio/flac', ending: 'flac', is: (head) => text(head, 0, 4) === 'fLaC' },
  {
    mimeType: 'audio/wav',
    ending: 'wav',
    is: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WAVE',
  },
  {
    mimeType: 'audio/mpeg',
    ending: 'mp3',
    is: (head) => text(head, 0, 3) === 'ID3' || isMp3(head),
  },
]

const KILOBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const HERTZ = [44_100, 48_000, 32_000]

/** Without a tag an MP3 file is frames alone: one has to follow the other. MPEG 1, layer III. */
function isMp3(head: Buffer): boolean {
  const length = frameLength(head, 0)
  return length > 0 && frameLength(head, length) > 0
}

function frameLength(head: Buffer, offset: number): number {
  const [sync = 0, version = 0, rates = 0] = head.subarray(offset, offset + 3)
  const kilobits = KILOBITS[rates >> 4] ?? 0
  const hertz = HERTZ[(rates >> 2) & 3]
  if (sync !== 0xff || (version & 0xfe) !== 0xfa || kilobits === 0 || hertz === undefined) return 0
  return Math.floor((144_000 * kilobits) / hertz) + ((rates >> 1) & 1)
}

function text(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, end)
}
