import type { Downstream } from '#shared/realtime.ts'
import { createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import { Capture } from './capture.ts'
import type { LiveError } from './live-error.ts'
import { Uplink, type UplinkTimes } from './uplink.ts'

const CAMERA = { width: 1280, height: 720 }
const TIMES: UplinkTimes = { retryMs: 1000, healMs: 3000, answerMs: 15_000 }

export type BroadcastState = {
  /** Camera and microphone, once the broadcaster has let us have them. */
  media: MediaStream | null
  hasCamera: boolean
  hasMicrophone: boolean
  /** The broadcaster wants to be on air; stays true through every reconnect. */
  isBroadcasting: boolean
  isPeerConnected: boolean
  error: LiveError | null
}

type Options = Partial<UplinkTimes> & {
  streamId: string
  socket: Pick<Socket, 'hold' | 'send' | 'onMessage' | 'onConnected' | 'state'>
  createPeer?: () => RTCPeerConnection
  getMedia?: () => Promise<MediaStream>
}

/** Sends camera and microphone to the server, and keeps doing so until it is stopped. */
export class BroadcastSession {
  readonly state = createStore<BroadcastState>({
    media: null,
    hasCamera: true,
    hasMicrophone: true,
    isBroadcasting: false,
    isPeerConnected: false,
    error: null,
  })
  readonly #options: Options
  readonly #capture: Capture
  readonly #uplink: Uplink
  #isOpen = false
  #ends: (() => void)[] = []

  constructor(options: Options) {
    this.#options = options
    this.#capture = new Capture({
      getMedia:
        options.getMedia ?? (() => navigator.mediaDevices.getUserMedia({ video: CAMERA, audio: true })),
      onMedia: (media) => this.#mediaChanged(media),
      onRefused: () => this.state.set({ error: 'devices' }),
    })
    this.#uplink = new Uplink({
      createPeer: () => new RTCPeerConnection(),
      ...TIMES,
      ...options,
      onPeer: (isPeerConnected) => {
        this.state.set({ isPeerConnected })
        if (isPeerConnected) this.#forgetError()
      },
      onError: (error) => this.state.set({ error }),
      onRefused: (error) => {
        this.stop()
        this.state.set({ error })
      },
    })
  }

  /** Opens camera and microphone; throws what the browser throws when they are refused or missing. */
  async openMedia(): Promise<MediaStream> {
    this.#isOpen = true
    return this.#capture.open()
  }

  /**
   * Starts to send as soon as camera and microphone are open, and again by itself whenever it breaks. Does nothing
   * before `openMedia` and after `close`.
   */
  start(): void {
    if (!this.#isOpen || this.state.get().isBroadcasting) return
    const { socket } = this.#options
    this.#forgetError()
    this.state.set({ isBroadcasting: true })
    this.#ends = [
      socket.hold(),
      socket.onMessage((message) => this.#receive(message)),
      socket.onConnected(() => this.#connected()),
      socket.state.subscribe(() => this.#followSocket()),
    ]
    this.#followSocket()
  }

  /** Stops to send; camera and microphone stay open for the preview. */
  stop(): void {
    for (const end of this.#ends) end()
    this.#ends = []
    this.#uplink.close()
    this.state.set({ isBroadcasting: false })
    this.#forgetError()
  }

  toggleCamera(): void {
    const hasCamera = !this.state.get().hasCamera
    this.#capture.turn('video', hasCamera)
    this.state.set({ hasCamera })
  }

  toggleMicrophone(): void {
    const hasMicrophone = !this.state.get().hasMicrophone
    this.#capture.turn('audio', hasMicrophone)
    this.state.set({ hasMicrophone })
  }

  /** Stops and gives camera and microphone back, also those that are still being opened. */
  close(): void {
    this.#isOpen = false
    this.stop()
    this.#capture.close()
    this.state.set({ error: null })
  }

  #mediaChanged(media: MediaStream | null): void {
    this.state.set({ media })
    if (media && this.state.get().error === 'devices') this.state.set({ error: null })
    if (this.state.get().isBroadcasting) this.#uplink.carry(media)
  }

  #receive(message: Downstream): void {
    if (!('streamId' in message) || message.streamId !== this.#options.streamId) return
    if (message.type === 'stream_ended') this.stop()
    else void this.#uplink.receive(message)
  }

  #connected(): void {
    const { error, media } = this.state.get()
    if (error === 'socket' || error === 'socketInit') this.state.set({ error: null })
    this.#uplink.connected(media)
  }

  #followSocket(): void {
    const { failure } = this.#options.socket.state.get()
    // Without devices their error stands: the page's way to try them again hangs on it.
    if (!failure || this.state.get().error === 'devices') return
    this.state.set({ error: failure === 'init' ? 'socketInit' : 'socket' })
  }

  /** What was wrong with the connection is over; what is wrong with the devices is not. */
  #forgetError(): void {
    if (this.state.get().error !== 'devices') this.state.set({ error: null })
  }
}
