type Options = {
  getMedia: () => Promise<MediaStream>
  /** Called with the new stream when the tracks change; null when none is left. */
  onMedia: (media: MediaStream | null) => void
  /** A device was refused, is missing or was disconnected. */
  onDeviceError: () => void
}

/**
 * Opens camera and microphone: concurrent calls share one request, and devices that open after `close` are released.
 * When a device is lost (unplugged, permission withdrawn), the available ones are opened again.
 */
export class Capture {
  readonly #options: Options
  readonly #isEnabled = { video: true, audio: true }
  #media: MediaStream | null = null
  #opening: Promise<MediaStream> | null = null
  #isOpen = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Rejects with the browser's error if the devices are refused or missing, or with `AbortError` after `close`. */
  open(): Promise<MediaStream> {
    this.#isOpen = true
    if (this.#media?.getTracks().every(isTrackLive)) return Promise.resolve(this.#media)
    this.#opening ??= this.#request().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  /** Opens the devices again after a change of settings. The open ones continue until then, and if that fails. */
  async reopen(): Promise<void> {
    if (!this.#isOpen) return
    await this.#opening?.catch(() => {})
    if (this.#isOpen) this.#accept(await this.#options.getMedia())
  }

  /** A disabled track sends black frames or silence. */
  setEnabled(kind: 'video' | 'audio', isEnabled: boolean): void {
    this.#isEnabled[kind] = isEnabled
    this.#applyEnabled()
  }

  close(): void {
    this.#isOpen = false
    if (!this.#media) return
    release(this.#media)
    this.#media = null
    this.#options.onMedia(null)
  }

  async #request(): Promise<MediaStream> {
    try {
      const media = await this.#options.getMedia()
      this.#accept(media)
      return media
    } catch (error) {
      if (this.#isOpen) this.#handleError()
      throw error
    }
  }

  #accept(media: MediaStream): void {
    if (!this.#isOpen) {
      release(media)
      throw new DOMException('Camera and microphone were closed', 'AbortError')
    }
    if (this.#media) release(this.#media)
    this.#media = media
    for (const track of media.getTracks()) track.onended = () => this.#reopenAfterLoss()
    this.#applyEnabled()
    this.#options.onMedia(media)
  }

  #reopenAfterLoss(): void {
    // `onDeviceError` reports the failure.
    this.open().catch((error: unknown) => console.warn('a camera or microphone was lost', error))
  }

  /** The remaining camera or microphone continues alone. */
  #handleError(): void {
    if (this.#media && !this.#media.getTracks().some(isTrackLive)) {
      this.#media = null
      this.#options.onMedia(null)
    }
    this.#options.onDeviceError()
  }

  #applyEnabled(): void {
    for (const track of this.#media?.getVideoTracks() ?? []) track.enabled = this.#isEnabled.video
    for (const track of this.#media?.getAudioTracks() ?? []) track.enabled = this.#isEnabled.audio
  }
}

const isTrackLive = (track: MediaStreamTrack) => track.readyState === 'live'

/** Stops all tracks without calling their `onended` handlers. */
export function release(media: MediaStream): void {
  for (const track of media.getTracks()) {
    track.onended = null
    track.stop()
  }
}
