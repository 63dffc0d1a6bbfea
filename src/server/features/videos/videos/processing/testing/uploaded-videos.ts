import { copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { type Video, video as videoSchema } from '#shared/videos/videos.ts'
import type { Executor } from '#server/db/executor.ts'
import { insertMedia } from '#server/features/media/media/queries.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { storeVideo } from '../../test-queries.ts'
import { insertFiles } from '../../files/queries.ts'
import { enqueueProcessing } from '../jobs.ts'

const TYPES: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.mkv': 'video/x-matroska',
  '.webm': 'video/webm',
  '.avi': 'video/x-msvideo',
}

/** A node's database, data folder and id. */
type VideoNode = { db: Executor; dataDir: string; nodeId: string }

/** Stores a file as an upload that has become a video, and enqueues its processing. Returns the video's id. */
export function storeUpload(
  { app }: Pick<TestApp, 'app'>,
  { user }: TestClient,
  file: string,
  columns: Parameters<typeof storeVideo>[2] = {},
): Promise<string> {
  const { config, db, nodeId } = app.context
  return storeUploadOn({ db, dataDir: config.dataDir, nodeId }, user.id, file, columns)
}

/** The same for an app that runs in another process. */
export async function storeUploadOn(
  { db, dataDir, nodeId }: VideoNode,
  userId: string,
  file: string,
  columns: Parameters<typeof storeVideo>[2] = {},
): Promise<string> {
  const uploadId = v7()
  // Sources without an extension are named by their container.
  const extension = path.extname(file) || `.${path.basename(file)}`
  const key = `originals/${uploadId}${extension}`
  const mimeType = TYPES[extension] ?? 'video/mp4'
  await mkdir(path.join(dataDir, 'files', 'originals'), { recursive: true })
  await copyFile(file, path.join(dataDir, 'files', key))
  const { size } = await stat(file)
  const url = `/api/uploads/${uploadId}/file`
  await insertMedia(db, {
    ...{ id: uploadId, fileName: key, originalName: path.basename(file), mimeType, fileSize: size, url },
    ...{ type: 'video', uploadedBy: userId, isPublic: false, purpose: 'video', status: 'used', files: [key] },
  })
  const processing = { state: 'processing', duration: 0, uploadUrl: url, mimeType } as const
  const videoId = await storeVideo(db, userId, { ...processing, ...columns })
  await insertFiles(db, [
    { videoId, name: `original${extension}`, kind: 'original', key, uploadId, mimeType, size },
  ])
  await enqueueProcessing(db, { nodeId, videoId })
  return videoId
}

export async function getVideo(client: TestClient, id: string): Promise<Video> {
  return videoSchema.parse((await client.get(`/api/videos/${id}`)).body)
}

/** Returns a video once it has failed, or has its pictures and nothing is left to do. */
export async function waitUntilProcessed(client: TestClient, id: string): Promise<Video> {
  const poll = expect.poll(
    async () => {
      const { state, progress, thumbnailUrl } = await getVideo(client, id)
      return state === 'failed' || (state === 'ready' && progress === null && thumbnailUrl !== null)
    },
    { timeout: 60_000, interval: 100 },
  )
  await poll.toBe(true)
  return getVideo(client, id)
}

/** Returns the files on disk of all videos and uploads, and the folders of unfinished work. */
export function filesOnDisk({ app }: Pick<TestApp, 'app'>): Promise<string[]> {
  return filesIn(app.context.config.dataDir)
}

/** The same for a DATA_DIR. */
export async function filesIn(dataDir: string): Promise<string[]> {
  const namesIn = async (folder: string) =>
    (await readdir(path.join(dataDir, folder)).catch(() => [])).map((name) => `${folder}/${name}`)
  const folders = ['files/videos', 'files/originals', 'transcoding/app', 'transcoding/worker']
  return (await Promise.all(folders.map(namesIn))).flat().toSorted()
}
