import type { ReportProgress } from './process/progress-throttle.ts'
import type { TaskResult, TranscodeTask } from './protocol.ts'
import { makeFrames } from './tasks/frames.ts'
import { encodeMp4 } from './tasks/mp4.ts'
import { makePicture } from './tasks/picture.ts'
import { describeFile } from './tasks/probe.ts'
import { remux } from './tasks/remux.ts'
import { encodeRendition } from './tasks/rendition.ts'

/** @throws {TaskFailure} and errors of the file system */
export async function runTask(task: TranscodeTask, report: ReportProgress): Promise<TaskResult> {
  switch (task.type) {
    case 'probe':
      return describeFile(task.input)
    case 'remux':
      return remux(task, report)
    case 'rendition':
      return encodeRendition(task, report)
    case 'mp4':
      return encodeMp4(task, report)
    case 'frames':
      return makeFrames(task)
    case 'picture':
      return makePicture(task)
    default:
      return task satisfies never
  }
}
