import { open } from 'node:fs/promises'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import type { Container } from '../protocol.ts'

/** The first box of a QuickTime or MP4 file; those of old QuickTime files have no `ftyp`. */
const MP4_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']
const AVI_TYPES = ['AVI ', 'AVIX', 'AVI\x19']
const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

/**
 * Determines the container from the first bytes, so that FFmpeg never guesses: its guess may be a playlist.
 * @throws {TaskFailure} `unreadable` when it is none of them
 */
export async function sniffContainer(path: string): Promise<Container> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0)
    const container = containerOf(buffer.subarray(0, bytesRead))
    if (container) return container
  } finally {
    await file.close()
  }
  throw new TaskFailure(
    'unreadable',
    'the file is neither a video of a known container nor an animated image',
  )
}

function containerOf(bytes: Buffer): Container | null {
  if (MP4_BOXES.includes(bytes.toString('latin1', 4, 8))) return 'mp4'
  if (bytes.subarray(0, 4).equals(EBML)) return 'matroska'
  if (/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return 'gif'
  if (bytes.subarray(0, 8).equals(PNG)) return 'apng'
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  const riffType = bytes.toString('latin1', 8, 12)
  if (riffType === 'WEBP') return 'webp'
  return AVI_TYPES.includes(riffType) ? 'avi' : null
}
