import type { Store } from '#web/lib/store.ts'
import {
  type BroadcastSettings,
  needsNewDevice,
  constraintsOf,
} from '#web/features/live/studio/broadcast-settings.ts'
import { Capture } from './capture.ts'
import { type Mix, mixAudio } from './mix-audio.ts'
import { type GetMedia, type Missing, followMissing, missingIn, openDevices } from './open-devices.ts'
import { ScreenShare } from './screen-share.ts'

export type LocalTracksState = {
  /** What is to be sent and previewed; null without any device. */
  media: MediaStream | null
  /** The microphone alone, for its level. */
  microphone: MediaStreamTrack | null
  /** The device that is not there, where the other one is. */
  missing: Missing
  isSharingScreen: boolean
}

type Options = {
  settings: Store<BroadcastSettings>
  getMedia?: GetMedia | undefined
  getScreen?: (() => Promise<MediaStream>) | undefined
  /** Other tracks are there from now on. */
  onChange: (sourced: LocalTracksState) => void
  /** A device was refused, is missing or went away. */
  onRefused: () => void
}

/** What a broadcast is made of: the chosen camera and microphone, or a screen in the camera's place. */
export class LocalTracks {
  readonly #options: Options
  readonly #capture: Capture
  readonly #share: ScreenShare
  #devices: MediaStream | null = null
  #screen: MediaStream | null = null
  #mix: Mix | null = null
  #ends: (() => void)[] = []

  constructor(options: Options) {
    this.#options = options
    const { settings, getMedia, getScreen = askForScreen, onRefused } = options
    this.#capture = new Capture({
      getMedia: () => openDevices(constraintsOf(settings.get()), getMedia),
      onMedia: (media) => {
        this.#devices = media
        this.#changed()
      },
      onRefused,
    })
    this.#share = new ScreenShare({
      getScreen,
      onScreen: (screen) => {
        this.#screen = screen
        this.#changed()
      },
    })
  }

  /** Opens camera and microphone, or the one that there is; throws what the browser throws when it gives neither. */
  open(): Promise<MediaStream> {
    if (this.#ends.length === 0)
      this.#ends = [
        this.#followSettings(),
        followMissing(
          () => missingIn(this.#devices),
          () => void this.tryAgain(),
        ),
      ]
    return this.#capture.open()
  }

  /** Opens both anew, as one was missing; until they are there, what was open goes on. */
  async tryAgain(): Promise<void> {
    await this.#capture.reopen().catch((error: unknown) => console.warn('a device is still missing', error))
  }

  /** What is off gives black or silence. */
  turn(kind: 'video' | 'audio', isOn: boolean): void {
    this.#capture.turn(kind, isOn)
  }

  /** Shows a screen in the camera's place; throws what the browser throws when nothing was chosen. */
  shareScreen(): Promise<void> {
    return this.#share.start()
  }

  stopScreen(): void {
    this.#share.stop()
  }

  close(): void {
    for (const end of this.#ends) end()
    this.#ends = []
    this.#share.stop()
    this.#capture.close()
  }

  #followSettings(): () => void {
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
      // What was open goes on.
      console.warn('the chosen device could not be opened', error)
      this.#options.onRefused()
    }
  }

  #changed(): void {
    const media = this.#compose()
    const [microphone = null] = this.#devices?.getAudioTracks() ?? []
    const missing = missingIn(this.#devices)
    this.#options.onChange({ media, microphone, missing, isSharingScreen: this.#screen !== null })
  }

  /** With a screen, its sound beside the microphone's. */
  #compose(): MediaStream | null {
    this.#mix?.close()
    this.#mix = null
    if (!this.#screen) return this.#devices
    const sounds = [...(this.#devices?.getAudioTracks() ?? []), ...this.#screen.getAudioTracks()]
    if (sounds.length > 1) this.#mix = mixAudio(sounds)
    return new MediaStream([
      ...this.#screen.getVideoTracks(),
      ...(this.#mix ? [this.#mix.track] : sounds.slice(0, 1)),
    ])
  }
}

const askForScreen = () => navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 30 }, audio: true })
