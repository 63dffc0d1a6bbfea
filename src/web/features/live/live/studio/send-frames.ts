import { FRAME_INTERVAL_MS, putFrame } from '#shared/live/stream-frames.ts'
import { call } from '#web/api/call.ts'
import type { Store } from '#web/lib/store.ts'
import type { BroadcastSessionState } from './broadcast-session.ts'
import { captureFrame } from './capture-frame.ts'

/** Gives the camera time to adjust its exposure, and the server to start the stream. In ms. */
const FIRST_DELAY_MS = 3000

type State = Pick<
  BroadcastSessionState,
  'media' | 'isBroadcasting' | 'isPeerConnected' | 'isCameraOn' | 'isSharingScreen'
>

type Options = {
  streamId: string
  state: Pick<Store<State>, 'get' | 'subscribe'>
  capture?: (track: MediaStreamTrack) => Promise<Blob | null>
}

/**
 * Sends a frame of the broadcast for the stream's cards, soon after its start and then at intervals, while it shows a picture. A frame
 * that fails is left out: the next one follows. Returns the function that stops it.
 */
export function sendFrames({ streamId, state, capture = captureFrame }: Options): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  const stop = () => {
    if (timer) clearTimeout(timer)
    timer = null
  }
  const sendNext = async () => {
    timer = setTimeout(() => void sendNext(), FRAME_INTERVAL_MS)
    const track = shownTrack(state.get())
    if (!track) return
    try {
      const frame = await capture(track)
      if (frame && shownTrack(state.get()) === track)
        await call(putFrame, { params: { id: streamId }, body: { image: await toBase64(frame) } })
    } catch (error) {
      console.warn('a frame of the stream was not sent', error)
    }
  }
  const handleChange = () => {
    if (!shownTrack(state.get())) stop()
    else timer ??= setTimeout(() => void sendNext(), FIRST_DELAY_MS)
  }
  handleChange()
  const unsubscribe = state.subscribe(handleChange)
  return () => {
    unsubscribe()
    stop()
  }
}

/** Returns the track that viewers see: a camera that is off sends black. */
function shownTrack(state: State): MediaStreamTrack | null {
  const { media, isBroadcasting, isPeerConnected, isCameraOn, isSharingScreen } = state
  if (!isBroadcasting || !isPeerConnected || !(isCameraOn || isSharingScreen)) return null
  return media?.getVideoTracks()[0] ?? null
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
