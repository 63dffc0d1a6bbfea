import { copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { v7 } from 'uuid'
import { expect } from 'vitest'
import { type Video, video as videoSchema } from '#shared/videos.ts'
import { insertMedia } from '#server/features/media/queries.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { storeVideo } from '../../test-queries.ts'
import { insertFiles } from '../../queries.ts'
import { enqueueProcessing } from '../jobs.ts'

type Node = Pick<TestApp, 'app' | 'database'>

const TYPES: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.mkv': 'video/x-matroska',
  '.webm': 'video/webm',
  '.avi': 'video/x-msvideo',
}

const storageOf = ({ app }: Pick<Node, 'app'>) => path.join(app.context.config.dataDir, 'files')

/** Stores a file as an upload that has become a video, and enqueues its processing. Returns the video's id. */
export async function storeUpload(
  node: Node,
  { user }: TestClient,
  file: string,
  columns: Parameters<typeof storeVideo>[2] = {},
): Promise<string> {
  const { db } = node.database
  const uploadId = v7()
  // Sources without an extension are named by their container.
  const extension = path.extname(file) || `.${path.basename(file)}`
  const key = `originals/${uploadId}${extension}`
  const mimeType = TYPES[extension] ?? 'video/mp4'
  await mkdir(path.join(storageOf(node), 'originals'), { recursive: true })
  await copyFile(file, path.join(storageOf(node), key))
  const { size } = await stat(file)
  const url = `/api/uploads/${uploadId}/file`
  await insertMedia(db, {
    ...{ id: uploadId, fileName: key, originalName: path.basename(file), mimeType, fileSize: size, url },
    ...{
      type: 'video',
      uploadedBy: user.id,
      isPublic: false,
      purpose: 'video',
      status: 'used',
      files: [key],
    },
  })
  const processing = { state: 'processing', progress: 0, duration: 0, uploadUrl: url, mimeType } as const
  const videoId = await storeVideo(db, user.id, { ...processing, ...columns })
  await insertFiles(db, [
    { videoId, name: `original${extension}`, kind: 'original', key, uploadId, mimeType, size },
  ])
  await enqueueProcessing(db, { nodeId: node.app.context.nodeId, videoId })
  return videoId
}

export async function getVideo(client: TestClient, id: string): Promise<Video> {
  return videoSchema.parse((await client.get(`/api/videos/${id}`)).body)
}

/** Returns a video once nothing is left to do. */
export async function waitUntilProcessed(client: TestClient, id: string): Promise<Video> {
  const poll = expect.poll(
    async () => {
      const { state, progress } = await getVideo(client, id)
      return state !== 'processing' && progress === null
    },
    { timeout: 60_000, interval: 100 },
  )
  await poll.toBe(true)
  return getVideo(client, id)
}

/** Returns the files on disk of all videos and uploads, and of unfinished work, without the partly written ones. */
export async function filesOnDisk({ app }: Pick<Node, 'app'>): Promise<string[]> {
  const { dataDir } = app.context.config
  const namesIn = async (folder: string) =>
    (await readdir(path.join(dataDir, folder)).catch(() => [])).map((name) => `${folder}/${name}`)
  const folders = ['files/videos', 'files/originals', 'transcoding/app', 'transcoding/worker']
  return (await Promise.all(folders.map(namesIn))).flat().toSorted()
}
