import path from 'node:path'
import type { JobHandler } from '#server/jobs/job-handler.ts'
import type { DiskRules } from '#server/storage/disk-rules.ts'
import { DiskSpace } from '#server/storage/disk-space.ts'
import { openLocalStorage } from '#server/storage/local-storage.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { Transcoder } from '#server/transcoding/transcoder.ts'
import type { TranscodeTask } from '#transcode/protocol.ts'
import { type ProcessingDependencies, WorkingFolders } from '../process-video.ts'

/** A transcoder that runs real tasks, and lets a test observe them, or fail them by throwing. */
class ObservedTranscoder extends Transcoder {
  /** The types of the tasks that have succeeded. */
  readonly done: TranscodeTask['type'][] = []
  readonly #beforeTask: (task: TranscodeTask) => void

  constructor(disk: DiskSpace, beforeTask: (task: TranscodeTask) => void) {
    super({ memoryBytes: 768 * 1024 ** 2, totalMemoryBytes: Infinity }, disk)
    this.#beforeTask = beforeTask
  }

  override run: Transcoder['run'] = async (task, options) => {
    this.#beforeTask(task)
    const result = await super.run(task, options)
    this.done.push(task.type)
    return result
  }
}

const NO_LIMITS: DiskRules = { startFreeBytes: 0, stopFreeBytes: 0 }

/** Opens the dependencies of the jobs, as a worker of an app with `JOBS=off` does. */
export async function openProcessing(
  { app }: Pick<TestApp, 'app'>,
  beforeTask: (task: TranscodeTask) => void = () => undefined,
  rules = NO_LIMITS,
): Promise<ProcessingDependencies & { transcoder: ObservedTranscoder }> {
  const { config, db, events, images, log, nodeId, publish } = app.context
  const storage = await openLocalStorage(path.join(config.dataDir, 'files'), 'worker')
  const workingFolders = await WorkingFolders.open({ config, db, log, storage }, 'worker')
  const transcoder = new ObservedTranscoder(new DiskSpace({ media: config.dataDir }, rules), beforeTask)
  return {
    db,
    events,
    images,
    log,
    nodeId,
    publish,
    storage,
    transcoder,
    workingFolders,
    remainingStorage: () => Promise.resolve(Infinity),
  }
}

/** Runs an attempt of a job. */
export function attempt(handler: JobHandler, payload: object, isLastAttempt = false): Promise<void> {
  return handler.run(payload, { signal: new AbortController().signal, isLastAttempt })
}
