import { AV_LOG_ERROR, AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'

/** A damaged file can cause a message per packet. */
const MAX_MESSAGES = 20

/** Turns off FFmpeg's messages: results and errors have what the app needs. */
export function silenceLog(): void {
  Log.setLevel(AV_LOG_QUIET)
}

/** Returns FFmpeg's first error messages during `work`, next to its result. */
export async function withMessages<T>(work: () => Promise<T>): Promise<{ result: T; messages: string[] }> {
  const messages: string[] = []
  Log.setLevel(AV_LOG_ERROR)
  Log.setCallback(
    (_level, message) => {
      if (messages.length < MAX_MESSAGES) messages.push(message.trim())
    },
    { maxLevel: AV_LOG_ERROR },
  )
  try {
    const result = await work()
    // Messages arrive as events, the last ones after the result.
    await new Promise((resolve) => setImmediate(resolve))
    return { result, messages }
  } finally {
    Log.resetCallback()
    silenceLog()
  }
}
