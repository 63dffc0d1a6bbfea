/** Type of a file by its first bytes. `video` is a container of video and audio: MP4 and MOV, Matroska and WebM, AVI. */
export type SniffedType =
  | { kind: 'image'; format: ImageFormat }
  | { kind: 'video' }
  | { kind: 'file'; mimeType: string; extension: string }
  | { kind: 'unknown' }

type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** Number of bytes that `sniff` reads. */
export const SNIFFED_BYTES = 4096

/** Detects the type of a file from its bytes alone; its name and declared type are ignored. */
export function sniff(head: Buffer): SniffedType {
  const format = imageFormatOf(head)
  if (format) return { kind: 'image', format }
  if (isVideo(head)) return { kind: 'video' }
  const match = FILE_FORMATS.find(({ matches }) => matches(head))
  return match ? { kind: 'file', mimeType: match.mimeType, extension: match.extension } : { kind: 'unknown' }
}

const IMAGE_BRANDS = ['avif', 'avis', 'heic', 'heix', 'mif1', 'msf1']

/** The formats that are passed to the image decoder, which can still refuse them. */
function imageFormatOf(head: Buffer): ImageFormat | null {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg'
  if (head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'png'
  if (/^GIF8[79]a$/.test(text(head, 0, 6))) return 'gif'
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP') return 'webp'
  return text(head, 4, 8) === 'ftyp' && IMAGE_BRANDS.includes(text(head, 8, 12)) ? 'avif' : null
}

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
/** The first box of an MP4 or QuickTime file; old QuickTime files have no `ftyp`. */
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']

/** Containers that are passed to the transcoder, which can still refuse them. */
function isVideo(head: Buffer): boolean {
  const isAvi = text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'AVI '
  return isAvi || FIRST_BOXES.includes(text(head, 4, 8)) || head.subarray(0, 4).equals(EBML)
}

/** Formats that are stored unchanged. */
const FILE_FORMATS: readonly { mimeType: string; extension: string; matches: (head: Buffer) => boolean }[] = [
  {
    mimeType: 'application/pdf',
    extension: 'pdf',
    matches: (head) => /^%PDF-[12]\.\d/.test(text(head, 0, 8)),
  },
  { mimeType: 'audio/ogg', extension: 'ogg', matches: (head) => text(head, 0, 5) === 'OggS\0' },
  { mimeType: 'audio/flac', extension: 'flac', matches: (head) => text(head, 0, 4) === 'fLaC' },
  {
    mimeType: 'audio/wav',
    extension: 'wav',
    matches: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WAVE',
  },
  {
    mimeType: 'audio/mpeg',
    extension: 'mp3',
    matches: (head) => text(head, 0, 3) === 'ID3' || isMp3(head),
  },
]

const KILOBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const HERTZ = [44_100, 48_000, 32_000]

/** Whether an MP3 file without an ID3 tag starts with two consecutive frames (MPEG 1, layer III). */
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
