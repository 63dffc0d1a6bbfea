import type { Downstream } from '#shared/realtime.ts'
import { type Store, createStore } from '#web/lib/store.ts'
import type { Socket } from '#web/realtime/socket.ts'
import {
  type BroadcastSettings,
  broadcastSettings,
  maxBitrate as maxSiteBitrate,
} from '../media/broadcast-settings.ts'
import type { LiveError } from '#web/features/live/live/connection/live-error.ts'
import type { GetMedia } from '#web/features/live/live/media/open-devices.ts'
import { STATS_MONITOR_TIMES } from '#web/features/live/live/connection/stats-monitor.ts'
import { type LocalTracksState, LocalTracks } from '#web/features/live/live/media/local-tracks.ts'
import { DataUsage } from '#web/features/live/live/connection/data-usage.ts'
import {
  PublishConnection,
  type PublishConnectionTimes,
} from '#web/features/live/live/connection/publish-connection.ts'

const TIMES: PublishConnectionTimes = {
  retryMs: 1000,
  disconnectGraceMs: 3000,
  answerTimeoutMs: 15_000,
  ...STATS_MONITOR_TIMES,
}
/** A disabled camera sends black frames for this long, then nothing. In ms. */
const BLACK_FRAMES_MS = 1500

export type BroadcastSessionState = LocalTracksState & {
  isCameraOn: boolean
  isMicrophoneOn: boolean
  /** The broadcaster started and has not stopped; stays true during reconnects. */
  isBroadcasting: boolean
  isPeerConnected: boolean
  error: LiveError | null
}

type Options = Partial<PublishConnectionTimes> & {
  streamId: string
  socket: Pick<Socket, 'acquire' | 'send' | 'onMessage' | 'onConnected' | 'state'>
  settings?: Store<BroadcastSettings>
  createPeer?: () => RTCPeerConnection
  loadIceServers?: () => Promise<RTCIceServer[]>
  getMedia?: GetMedia
  getScreen?: () => Promise<MediaStream>
}

/** Sends camera or screen and microphone to the server until it is stopped, and reconnects when needed. */
export class BroadcastSession {
  readonly state = createStore<BroadcastSessionState>({
    media: null,
    microphone: null,
    missing: null,
    isSharingScreen: false,
    isCameraOn: true,
    isMicrophoneOn: true,
    isBroadcasting: false,
    isPeerConnected: false,
    error: null,
  })
  readonly dataUsage = new DataUsage()
  readonly #options: Options
  readonly #settings: Store<BroadcastSettings>
  readonly #localTracks: LocalTracks
  readonly #publishConnection: PublishConnection
  #isOpen = false
  #cleanups: (() => void)[] = []
  #blackFramesTimer: ReturnType<typeof setTimeout> | null = null

  constructor(options: Options) {
    this.#options = options
    this.#settings = options.settings ?? broadcastSettings
    this.#localTracks = new LocalTracks({
      settings: this.#settings,
      getMedia: options.getMedia,
      getScreen: options.getScreen,
      onChange: (localTracks) => this.#handleTracks(localTracks),
      onDeviceError: () => this.state.set({ error: 'devices' }),
    })
    this.#publishConnection = new PublishConnection({
      createPeer: () => new RTCPeerConnection(),
      ...TIMES,
      ...options,
      onConnectedChange: (isPeerConnected) => {
        this.state.set({ isPeerConnected })
        if (isPeerConnected) this.#clearConnectionError()
      },
      onSample: ({ bytesSent, at }) => this.dataUsage.add(bytesSent, at),
      onError: (error) => this.state.set({ error }),
      onRefused: (error) => {
        this.stop()
        this.state.set({ error })
      },
    })
  }

  /** Opens camera and microphone. Rejects with the browser's error if they are refused or missing. */
  async openMedia(): Promise<MediaStream> {
    this.#isOpen = true
    return this.#localTracks.open()
  }

  /** Tries again to open the missing device. */
  retryDevices(): void {
    void this.#localTracks.retry()
  }

  /**
   * Sends as soon as camera and microphone are open, and reconnects after failures. Does nothing before `openMedia` and
   * after `close`.
   */
  start(): void {
    if (!this.#isOpen || this.state.get().isBroadcasting) return
    const { socket, loadIceServers } = this.#options
    void loadIceServers?.()
    this.#clearConnectionError()
    this.#limitVideo()
    this.state.set({ isBroadcasting: true })
    this.#cleanups = [
      this.#settings.subscribe(() => this.#limitVideo()),
      socket.acquire(),
      socket.onMessage((message) => this.#handleMessage(message)),
      socket.onConnected(() => this.#handleSocketConnected()),
      socket.state.subscribe(() => this.#handleSocketState()),
    ]
    this.#handleSocketState()
  }

  /** Stops sending; camera and microphone stay open for the preview. */
  stop(): void {
    for (const cleanup of this.#cleanups) cleanup()
    this.#cleanups = []
    this.#clearBlackFramesTimer()
    this.#publishConnection.close()
    this.state.set({ isBroadcasting: false })
    this.#clearConnectionError()
  }

  toggleCamera(): void {
    const isCameraOn = !this.state.get().isCameraOn
    this.#localTracks.setEnabled('video', isCameraOn)
    this.state.set({ isCameraOn })
    this.#reportCamera()
    this.#limitVideo()
  }

  toggleMicrophone(): void {
    const isMicrophoneOn = !this.state.get().isMicrophoneOn
    this.#localTracks.setEnabled('audio', isMicrophoneOn)
    this.state.set({ isMicrophoneOn })
  }

  /** Sends a screen instead of the camera. Rejects with the browser's error if none was chosen. */
  async shareScreen(): Promise<void> {
    await this.#localTracks.shareScreen()
  }

  stopScreen(): void {
    this.#localTracks.stopScreen()
  }

  /** Stops and releases camera, microphone and screen, also those that are still being opened. */
  close(): void {
    this.#isOpen = false
    this.stop()
    this.#localTracks.close()
    this.state.set({ error: null })
  }

  #handleTracks(localTracks: LocalTracksState): void {
    this.state.set(localTracks)
    const { media, error, isBroadcasting } = this.state.get()
    // A shared screen alone does not mean that camera or microphone are available again.
    const hasDevices = localTracks.microphone !== null || (media !== null && !localTracks.isSharingScreen)
    if (hasDevices && error === 'devices') this.state.set({ error: null })
    if (!isBroadcasting) return
    this.#publishConnection.setMedia(media)
    this.#reportCamera()
    this.#limitVideo()
  }

  /** Tells viewers at once whether a picture is sent, rather than after some seconds without one. */
  #reportCamera(): void {
    const { isBroadcasting, isCameraOn, isSharingScreen, missing } = this.state.get()
    const isOn = isSharingScreen || (isCameraOn && missing !== 'camera')
    const { socket, streamId } = this.#options
    if (isBroadcasting) socket.send({ type: 'set_camera', streamId, isOn })
  }

  /** Stops the video of a disabled camera after some black frames have replaced its last image. */
  #limitVideo(): void {
    this.#clearBlackFramesTimer()
    const { isCameraOn, isSharingScreen } = this.state.get()
    const maxBitrate = Math.min(this.#settings.get().bitrate ?? Infinity, maxSiteBitrate())
    if (isCameraOn || isSharingScreen)
      return this.#publishConnection.limit({ isVideoActive: true, maxBitrate })
    this.#publishConnection.limit({ maxBitrate })
    this.#blackFramesTimer = setTimeout(
      () => this.#publishConnection.limit({ isVideoActive: false }),
      BLACK_FRAMES_MS,
    )
  }

  #clearBlackFramesTimer(): void {
    if (this.#blackFramesTimer) clearTimeout(this.#blackFramesTimer)
    this.#blackFramesTimer = null
  }

  #handleMessage(message: Downstream): void {
    if (!('streamId' in message) || message.streamId !== this.#options.streamId) return
    if (message.type === 'stream_ended') this.stop()
    else void this.#publishConnection.handleMessage(message)
    // The server accepts the state of the camera only from the socket whose offer it has answered.
    if (message.type === 'webrtc_answer') this.#reportCamera()
  }

  #handleSocketConnected(): void {
    const { error, media } = this.state.get()
    if (error === 'socket' || error === 'socketInit') this.state.set({ error: null })
    this.#publishConnection.handleSocketConnected(media)
  }

  #handleSocketState(): void {
    const { failure } = this.#options.socket.state.get()
    // The device error stays: it shows the button that tries again.
    if (!failure || this.state.get().error === 'devices') return
    this.state.set({ error: failure === 'init' ? 'socketInit' : 'socket' })
  }

  /** Clears an error of the connection, but not of the devices. */
  #clearConnectionError(): void {
    if (this.state.get().error !== 'devices') this.state.set({ error: null })
  }
}
