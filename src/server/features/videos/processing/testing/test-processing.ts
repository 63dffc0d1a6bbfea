import path from 'node:path'
import type { JobHandler } from '#server/jobs/job-handler.ts'
import { openLocalStorage } from '#server/storage/local-storage.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { Transcoder } from '#server/transcoding/transcoder.ts'
import type { TranscodeTask } from '#transcode/protocol.ts'
import type { ProcessingDependencies } from '../processing-run.ts'
import { WorkingFolders } from '../working-folders.ts'

/** A transcoder that runs real tasks, and lets a test observe them, or fail them by throwing. */
class ObservedTranscoder extends Transcoder {
  readonly #beforeTask: (task: TranscodeTask) => void

  constructor(beforeTask: (task: TranscodeTask) => void) {
    super({ memoryBytes: 768 * 1024 ** 2 })
    this.#beforeTask = beforeTask
  }

  override run: Transcoder['run'] = async (task, options) => {
    this.#beforeTask(task)
    return super.run(task, options)
  }
}

/** Opens the dependencies of the jobs, as a worker of an app with `JOBS=off` does. */
export async function openProcessing(
  { app }: Pick<TestApp, 'app'>,
  beforeTask: (task: TranscodeTask) => void = () => undefined,
  recordings = { minFreeBytes: 0 },
): Promise<ProcessingDependencies> {
  const { config, db, images, log, nodeId } = app.context
  const storage = await openLocalStorage(path.join(config.dataDir, 'files'), 'worker')
  const workingFolders = await WorkingFolders.open(
    { config: { ...config, recordings }, db, log, storage },
    'worker',
  )
  return { db, images, log, nodeId, storage, workingFolders, transcoder: new ObservedTranscoder(beforeTask) }
}

/** Runs an attempt of a job. */
export function attempt(handler: JobHandler, payload: object, isLastAttempt = false): Promise<void> {
  return handler.run(payload, { signal: new AbortController().signal, isLastAttempt })
}
