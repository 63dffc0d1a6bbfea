import type { Downstream } from '#shared/realtime.ts'
import { type Store, createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import { type BroadcastSettings, MAX_BITRATE, broadcastSettings } from './broadcast-settings.ts'
import type { LiveError } from '#web/features/live/connection/live-error.ts'
import type { GetMedia } from '#web/features/live/media/open-devices.ts'
import { STATS_MONITOR_TIMES } from '#web/features/live/connection/stats-monitor.ts'
import { type LocalTracksState, LocalTracks } from '#web/features/live/media/local-tracks.ts'
import { DataUsage } from '#web/features/live/connection/data-usage.ts'
import {
  PublishConnection,
  type PublishConnectionTimes,
} from '#web/features/live/connection/publish-connection.ts'

const TIMES: PublishConnectionTimes = {
  retryMs: 1000,
  healMs: 3000,
  answerMs: 15_000,
  ...STATS_MONITOR_TIMES,
}
/** Of a camera that was turned off, its black is sent for so long, then nothing. In ms. */
const BLACK_MS = 1500

export type BroadcastState = LocalTracksState & {
  hasCamera: boolean
  hasMicrophone: boolean
  /** The broadcaster wants to be on air; stays true through every reconnect. */
  isBroadcasting: boolean
  isPeerConnected: boolean
  error: LiveError | null
}

type Options = Partial<PublishConnectionTimes> & {
  streamId: string
  socket: Pick<Socket, 'hold' | 'send' | 'onMessage' | 'onConnected' | 'state'>
  settings?: Store<BroadcastSettings>
  createPeer?: () => RTCPeerConnection
  loadIceServers?: () => Promise<RTCIceServer[]>
  getMedia?: GetMedia
  getScreen?: () => Promise<MediaStream>
}

/** Sends camera or screen and microphone to the server, and keeps doing so until it is stopped. */
export class BroadcastSession {
  readonly state = createStore<BroadcastState>({
    media: null,
    microphone: null,
    missing: null,
    isSharingScreen: false,
    hasCamera: true,
    hasMicrophone: true,
    isBroadcasting: false,
    isPeerConnected: false,
    error: null,
  })
  readonly traffic = new DataUsage()
  readonly #options: Options
  readonly #settings: Store<BroadcastSettings>
  readonly #sources: LocalTracks
  readonly #uplink: PublishConnection
  #isOpen = false
  #ends: (() => void)[] = []
  #black: ReturnType<typeof setTimeout> | null = null

  constructor(options: Options) {
    this.#options = options
    this.#settings = options.settings ?? broadcastSettings
    this.#sources = new LocalTracks({
      settings: this.#settings,
      getMedia: options.getMedia,
      getScreen: options.getScreen,
      onChange: (sourced) => this.#sourcesChanged(sourced),
      onRefused: () => this.state.set({ error: 'devices' }),
    })
    this.#uplink = new PublishConnection({
      createPeer: () => new RTCPeerConnection(),
      ...TIMES,
      ...options,
      onPeer: (isPeerConnected) => {
        this.state.set({ isPeerConnected })
        if (isPeerConnected) this.#forgetError()
      },
      onBeat: ({ sent, at }) => this.traffic.add(sent, at),
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
    return this.#sources.open()
  }

  /** Looks once more for the device that is missing. */
  findDevices(): void {
    void this.#sources.tryAgain()
  }

  /**
   * Starts to send as soon as camera and microphone are open, and again by itself whenever it breaks. Does nothing
   * before `openMedia` and after `close`.
   */
  start(): void {
    if (!this.#isOpen || this.state.get().isBroadcasting) return
    const { socket, loadIceServers } = this.#options
    void loadIceServers?.()
    this.#forgetError()
    this.#limitPicture()
    this.state.set({ isBroadcasting: true })
    this.#ends = [
      this.#settings.subscribe(() => this.#limitPicture()),
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
    this.#clearBlack()
    this.#uplink.close()
    this.state.set({ isBroadcasting: false })
    this.#forgetError()
  }

  toggleCamera(): void {
    const hasCamera = !this.state.get().hasCamera
    this.#sources.turn('video', hasCamera)
    this.state.set({ hasCamera })
    this.#limitPicture()
  }

  toggleMicrophone(): void {
    const hasMicrophone = !this.state.get().hasMicrophone
    this.#sources.turn('audio', hasMicrophone)
    this.state.set({ hasMicrophone })
  }

  /** Shows a screen in the camera's place; throws what the browser throws when nothing was chosen. */
  async shareScreen(): Promise<void> {
    await this.#sources.shareScreen()
  }

  stopScreen(): void {
    this.#sources.stopScreen()
  }

  /** Stops and gives camera, microphone and screen back, also those that are still being opened. */
  close(): void {
    this.#isOpen = false
    this.stop()
    this.#sources.close()
    this.state.set({ error: null })
  }

  #sourcesChanged(sourced: LocalTracksState): void {
    this.state.set(sourced)
    const { media, error, isBroadcasting } = this.state.get()
    // A screen alone does not bring camera and microphone back.
    const hasDevices = sourced.microphone !== null || (media !== null && !sourced.isSharingScreen)
    if (hasDevices && error === 'devices') this.state.set({ error: null })
    if (!isBroadcasting) return
    this.#uplink.carry(media)
    this.#limitPicture()
  }

  /** Of a camera that is off nothing is sent once its black has covered what was seen last. */
  #limitPicture(): void {
    this.#clearBlack()
    const { hasCamera, isSharingScreen } = this.state.get()
    const maxBitrate = this.#settings.get().bitrate ?? MAX_BITRATE
    if (hasCamera || isSharingScreen) return this.#uplink.limit({ isVideoActive: true, maxBitrate })
    this.#uplink.limit({ maxBitrate })
    this.#black = setTimeout(() => this.#uplink.limit({ isVideoActive: false }), BLACK_MS)
  }

  #clearBlack(): void {
    if (this.#black) clearTimeout(this.#black)
    this.#black = null
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
