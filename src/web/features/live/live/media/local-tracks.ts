import type { Store } from '#web/lib/store.ts'
import {
  type BroadcastSettings,
  needsNewDevice,
  constraintsOf,
} from '#web/features/live/live/media/broadcast-settings.ts'
import { Capture } from './capture.ts'
import { type Mix, mixAudio } from './mix-audio.ts'
import {
  type GetMedia,
  type MissingDevice,
  onMissingDeviceAdded,
  missingDeviceOf,
  openDevices,
} from './open-devices.ts'
import { ScreenShare } from './screen-share.ts'

export type LocalTracksState = {
  /** The stream to send and to preview; null without any device. */
  media: MediaStream | null
  /** The microphone, for the level meter. */
  microphone: MediaStreamTrack | null
  /** The missing device if only one of the two is open. */
  missing: MissingDevice
  isSharingScreen: boolean
}

type Options = {
  settings: Store<BroadcastSettings>
  getMedia?: GetMedia | undefined
  getScreen?: (() => Promise<MediaStream>) | undefined
  /** The tracks have changed. */
  onChange: (state: LocalTracksState) => void
  /** A device was refused, is missing or was disconnected. */
  onDeviceError: () => void
}

/** The local tracks of a broadcast: the chosen camera and microphone, or a screen instead of the camera. */
export class LocalTracks {
  readonly #options: Options
  readonly #capture: Capture
  readonly #share: ScreenShare
  #devices: MediaStream | null = null
  #screen: MediaStream | null = null
  #mix: Mix | null = null
  #cleanups: (() => void)[] = []

  constructor(options: Options) {
    this.#options = options
    const { settings, getMedia, getScreen = requestScreen, onDeviceError } = options
    this.#capture = new Capture({
      getMedia: () => openDevices(constraintsOf(settings.get()), getMedia),
      onMedia: (media) => {
        this.#devices = media
        this.#reportChange()
      },
      onDeviceError,
    })
    this.#share = new ScreenShare({
      getScreen,
      onScreen: (screen) => {
        this.#screen = screen
        this.#reportChange()
      },
    })
  }

  /** Opens camera and microphone, or the one that is available. Rejects with the browser's error if there is none. */
  open(): Promise<MediaStream> {
    if (this.#cleanups.length === 0)
      this.#cleanups = [
        this.#subscribeToSettings(),
        onMissingDeviceAdded(
          () => missingDeviceOf(this.#devices),
          () => void this.retry(),
        ),
      ]
    return this.#capture.open()
  }

  /** Opens both again after one was missing; the open one continues until then. */
  async retry(): Promise<void> {
    await this.#capture.reopen().catch((error: unknown) => console.warn('a device is still missing', error))
  }

  /** A disabled track sends black frames or silence. */
  setEnabled(kind: 'video' | 'audio', isEnabled: boolean): void {
    this.#capture.setEnabled(kind, isEnabled)
  }

  /** Sends a screen instead of the camera. Rejects with the browser's error if none was chosen. */
  shareScreen(): Promise<void> {
    return this.#share.start()
  }

  stopScreen(): void {
    this.#share.stop()
  }

  close(): void {
    for (const cleanup of this.#cleanups) cleanup()
    this.#cleanups = []
    this.#share.stop()
    this.#capture.close()
  }

  #subscribeToSettings(): () => void {
    const { settings } = this.#options
    let before = settings.get()
    return settings.subscribe(() => {
      const now = settings.get()
      if (needsNewDevice(before, now)) void this.#reopen()
      before = now
    })
  }

  async #reopen(): Promise<void> {
    try {
      await this.#capture.reopen()
    } catch (error) {
      // The open devices continue.
      console.warn('the chosen device could not be opened', error)
      this.#options.onDeviceError()
    }
  }

  #reportChange(): void {
    const media = this.#compose()
    const [microphone = null] = this.#devices?.getAudioTracks() ?? []
    const missing = missingDeviceOf(this.#devices)
    this.#options.onChange({ media, microphone, missing, isSharingScreen: this.#screen !== null })
  }

  /** Mixes the audio of a shared screen with the microphone. */
  #compose(): MediaStream | null {
    this.#mix?.close()
    this.#mix = null
    if (!this.#screen) return this.#devices
    const audioTracks = [...(this.#devices?.getAudioTracks() ?? []), ...this.#screen.getAudioTracks()]
    if (audioTracks.length > 1) this.#mix = mixAudio(audioTracks)
    return new MediaStream([
      ...this.#screen.getVideoTracks(),
      ...(this.#mix ? [this.#mix.track] : audioTracks.slice(0, 1)),
    ])
  }
}

const requestScreen = () => navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 30 }, audio: true })
