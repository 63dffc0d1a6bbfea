import { LIMITS } from '#shared/constants.ts'
import { limit } from '#shared/settings/limits.ts'

/** The file picker's formats; browsers have no type for some of them. */
export const VIDEO_ACCEPT = 'video/*,.mp4,.mov,.avi,.mkv,.webm'

export type FileProblem = 'wrongType' | 'tooLarge'

/** Returns why a file cannot be uploaded as a video; null if it can. Only the server checks its whole content. */
export async function findVideoProblem(file: File): Promise<FileProblem | null> {
  if (!file.type.startsWith('video/') && !hasVideoName(file.name) && !(await hasVideoBytes(file)))
    return 'wrongType'
  return file.size > limit('fileBytes') ? 'tooLarge' : null
}

/** Returns a title for the video of a file: its name without the extension. */
export function titleOf(fileName: string): string {
  const name = fileName.replace(/\.[^.]*$/, '') || fileName
  return [...name].slice(0, LIMITS.videoTitle).join('').trim()
}

const hasVideoName = (name: string) => /\.(mp4|m4v|mov|avi|mkv|webm)$/i.test(name)

async function hasVideoBytes(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const text = String.fromCharCode(...bytes)
  // MP4 and MOV; AVI; Matroska and WebM.
  return text.startsWith('ftyp', 4) || /^RIFF....AVI /s.test(text) || text.startsWith('\u001AE\u00DF\u00A3')
}
