import type { Video } from '#shared/videos/videos.ts'

/** Sources with 480p, 240p and audio only. */
export function testQualities(): Video['sources'] {
  const quality = (name: string, height: number | null, fileSize: number) => ({
    url: `/files/${name}.m3u8`,
    mimeType: height === null ? 'audio/mp4' : 'video/mp4',
    width: height === null ? null : Math.round((height * 16) / 9),
    height,
    fileSize,
  })
  return {
    hls: '/files/master.m3u8',
    qualities: [
      quality('480p', 480, 60 * 1024 ** 2),
      quality('240p', 240, 20 * 1024 ** 2),
      quality('audio', null, 5 * 1024 ** 2),
    ],
    files: [],
  }
}
