import type { CaptionTrack } from '#shared/videos/videos.ts'
import { readPreferences, writePreferences } from './preferences.ts'

/** Position of a cue, in percent of the height: above the controls. A cue with a position of its own keeps it. */
const CUE_PERCENT = 70

type Options = {
  element: HTMLVideoElement
  /** The language that is shown, null for none. */
  onChange: (language: string | null) => void
}

/**
 * The captions of a video as text tracks of the browser. Until the viewer has chosen, the browser decides: Safari shows
 * captions when the system asks for them.
 */
export class CaptionTracks {
  readonly #options
  #captions
  #elements: HTMLTrackElement[] = []
  #shown: string | null = null
  #isOpen = false

  constructor({ captions, ...options }: Options & { captions: readonly CaptionTrack[] }) {
    this.#options = options
    this.#captions = captions
  }

  open(): void {
    const { element } = this.#options
    const captions = this.#captions
    this.#isOpen = true
    const names = (language: string) => new Intl.DisplayNames([language], { type: 'language' }).of(language)
    this.#elements = captions.map(({ language, url }) => {
      const track = document.createElement('track')
      Object.assign(track, {
        kind: 'captions',
        srclang: language,
        label: names(language) ?? language,
        src: url,
      })
      track.addEventListener('load', () => raiseCues(track.track))
      track.track.addEventListener('cuechange', () => raiseCues(track.track))
      return track
    })
    element.append(...this.#elements)
    element.textTracks?.addEventListener?.('change', this.#reportShown)
    const { captions: wanted } = readPreferences()
    if (wanted !== null) this.#show(captions.some(({ language }) => language === wanted) ? wanted : null)
  }

  close(): void {
    this.#options.element.textTracks?.removeEventListener?.('change', this.#reportShown)
    for (const element of this.#elements) element.remove()
    this.#elements = []
    this.#isOpen = false
  }

  /** Offers other captions; the shown language stays, if there still is one. */
  update(captions: readonly CaptionTrack[]): void {
    this.#captions = captions
    if (!this.#isOpen) return
    const shown = this.#shown
    this.close()
    this.open()
    this.#show(captions.some(({ language }) => language === shown) ? shown : null)
  }

  /** Shows the captions of a language, or none, now and in later videos. */
  choose(language: string | null): void {
    writePreferences({ captions: language ?? '' })
    this.#show(language)
  }

  #show(language: string | null): void {
    for (const { track, srclang } of this.#elements)
      track.mode = srclang === language ? 'showing' : 'disabled'
    this.#report(language)
  }

  /** The browser's own menus change the tracks, too. */
  #reportShown = () => {
    const shown = this.#elements.find(({ track }) => track.mode === 'showing')
    this.#report(shown?.srclang ?? null)
  }

  #report(language: string | null): void {
    this.#shown = language
    this.#options.onChange(language)
  }
}

function raiseCues({ cues }: TextTrack): void {
  for (const cue of cues ?? []) {
    if (!(cue instanceof VTTCue) || cue.line !== 'auto') continue
    cue.snapToLines = false
    cue.line = CUE_PERCENT
    cue.lineAlign = 'end'
  }
}
