type VideoFormat = { mimeType: string; extension: string }

/** Number of bytes that `sniffVideo` reads: the header of an EBML file may have a comment before its type. */
export const SNIFFED_VIDEO_BYTES = 4096

/** Detects MP4, QuickTime, Matroska, WebM and AVI by the first bytes; null for any other file. */
export function sniffVideo(head: Buffer): VideoFormat | null {
  if (FIRST_BOXES.has(text(head, 4, 8))) return isMp4(head) ? MP4 : isImage(head) ? null : QUICKTIME
  if (head.subarray(0, 4).equals(EBML)) return isWebm(head) ? WEBM : MATROSKA
  return text(head, 0, 4) === 'RIFF' && AVI_TYPES.includes(text(head, 8, 12)) ? AVI : null
}

const MP4 = { mimeType: 'video/mp4', extension: 'mp4' }
const QUICKTIME = { mimeType: 'video/quicktime', extension: 'mov' }
const MATROSKA = { mimeType: 'video/x-matroska', extension: 'mkv' }
const WEBM = { mimeType: 'video/webm', extension: 'webm' }
const AVI = { mimeType: 'video/x-msvideo', extension: 'avi' }

/** The first box of an ISO media file. Old QuickTime files have no `ftyp`. */
const FIRST_BOXES: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])
const AVI_TYPES = ['AVI ', 'AVIX', 'AVI\x19']
const IMAGE_BRANDS = ['avif', 'avis', 'heic', 'heix', 'mif1', 'msf1']

const brandOf = (head: Buffer) => (text(head, 4, 8) === 'ftyp' ? text(head, 8, 12) : null)
const isImage = (head: Buffer) => IMAGE_BRANDS.includes(brandOf(head) ?? '')

function isMp4(head: Buffer): boolean {
  const brand = brandOf(head)
  return brand !== null && brand !== 'qt  ' && !isImage(head)
}

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
const DOC_TYPE_ID = Buffer.from([0x42, 0x82])
/** The length of the element's value, in up to eight bytes, and its value. */
const DOC_TYPE_BYTES = 16

function isWebm(head: Buffer): boolean {
  const at = head.indexOf(DOC_TYPE_ID)
  return at >= 0 && text(head, at, at + DOC_TYPE_ID.length + DOC_TYPE_BYTES).includes('webm')
}

function text(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, end)
}
