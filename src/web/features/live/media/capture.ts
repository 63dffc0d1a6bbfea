type Options = {
  getMedia: () => Promise<MediaStream>
  /** Other tracks are there from now on; null after the last one is gone. */
  onMedia: (media: MediaStream | null) => void
  /** A device was refused, is missing or went away. */
  onRefused: () => void
}

/**
 * Camera and microphone: opened once however often they are asked for, and given back whenever they arrive
 * after `close`. When a device goes away (unplugged, permission withdrawn), what is there is opened anew.
 */
export class Capture {
  readonly #options: Options
  readonly #isOn = { video: true, audio: true }
  #media: MediaStream | null = null
  #opening: Promise<MediaStream> | null = null
  #isWanted = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Rejects with what the browser throws when they are refused or missing, or `AbortError` after `close`. */
  open(): Promise<MediaStream> {
    this.#isWanted = true
    if (this.#media?.getTracks().every(isAlive)) return Promise.resolve(this.#media)
    this.#opening ??= this.#ask().finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  /** Other devices are wanted: what is open goes on until they are there, and stays when they are refused. */
  async reopen(): Promise<void> {
    if (!this.#isWanted) return
    await this.#opening?.catch(() => {})
    if (this.#isWanted) this.#take(await this.#options.getMedia())
  }

  /** What is off sends black or silence. */
  turn(kind: 'video' | 'audio', isOn: boolean): void {
    this.#isOn[kind] = isOn
    this.#applyToggles()
  }

  close(): void {
    this.#isWanted = false
    if (!this.#media) return
    release(this.#media)
    this.#media = null
    this.#options.onMedia(null)
  }

  async #ask(): Promise<MediaStream> {
    try {
      const media = await this.#options.getMedia()
      this.#take(media)
      return media
    } catch (error) {
      if (this.#isWanted) this.#refused()
      throw error
    }
  }

  #take(media: MediaStream): void {
    if (!this.#isWanted) {
      release(media)
      throw new DOMException('Camera and microphone are no longer wanted', 'AbortError')
    }
    if (this.#media) release(this.#media)
    this.#media = media
    for (const track of media.getTracks()) track.onended = () => this.#lost()
    this.#applyToggles()
    this.#options.onMedia(media)
  }

  #lost(): void {
    // What was refused is told by `onRefused`.
    this.open().catch((error: unknown) => console.warn('a camera or microphone went away', error))
  }

  /** A camera alone, or a microphone alone, goes on. */
  #refused(): void {
    if (this.#media && !this.#media.getTracks().some(isAlive)) {
      this.#media = null
      this.#options.onMedia(null)
    }
    this.#options.onRefused()
  }

  #applyToggles(): void {
    for (const track of this.#media?.getVideoTracks() ?? []) track.enabled = this.#isOn.video
    for (const track of this.#media?.getAudioTracks() ?? []) track.enabled = this.#isOn.audio
  }
}

const isAlive = (track: MediaStreamTrack) => track.readyState === 'live'

/** Gives a device or a screen back, without a word to who follows its end. */
export function release(media: MediaStream): void {
  for (const track of media.getTracks()) {
    track.onended = null
    track.stop()
  }
}
