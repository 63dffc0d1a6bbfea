import { silenceLog } from '../ffmpeg/log.ts'
import { inspectMedia } from './inspect-media.ts'
import { makeMedia } from './make-media.ts'
import type { ToolReply, ToolRequest } from './media-spec.ts'

/* A process for tests that makes videos, and decodes the outputs of tasks. */

process.on('disconnect', () => process.exit(0))
// Boundary: the test that started this process sends only requests.
process.on('message', (request) => void reply(request as ToolRequest))
silenceLog()

/** Requests run one after another: FFmpeg is not used by several at a time. */
let last: Promise<unknown> = Promise.resolve()

async function reply(request: ToolRequest): Promise<void> {
  const outcome = last.then(() => handle(request)).catch((error: unknown) => ({ error: String(error) }))
  last = outcome
  const message: ToolReply = { id: request.id, ...(await outcome) }
  process.send?.(message)
}

async function handle(request: ToolRequest): Promise<Omit<ToolReply, 'id'>> {
  if (request.type === 'inspect') return { report: await inspectMedia(request.path, request.format) }
  await makeMedia(request.spec, request.path)
  return {}
}
