import type { Logger } from 'pino'
import { LIMIT_DEFAULTS, type Limits, applyLimits } from '#shared/settings/limits.ts'
import { SETTINGS, type SettingKey, type SettingValues, parseSetting } from '#shared/settings/settings.ts'
import { DEFAULT_FACTS, type SiteFacts } from '#shared/settings/site-facts.ts'
import { invalid } from '#server/http/errors.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { readStored } from './read-stored.ts'

const TOPIC = 'settings'

/** Where the operator's changes are kept. */
export type SettingsStore = {
  /** All that is stored, known keys and others. */
  list(): Promise<{ key: string; value: string }[]>
  change(change: SettingChange): Promise<void>
}
export type SettingChange = {
  key: SettingKey
  /** As the table holds it; null forgets it. */
  value: string | null
  /** Who changes it. */
  by: string
}

type Parts = { store: SettingsStore; hub: Hub; log: Logger }

/** Reads the site settings, and follows their changes until it is closed. */
export async function openSettings(parts: Parts): Promise<Settings> {
  const settings = new Settings(parts)
  await settings.reload()
  return settings
}

/** The site settings, in memory: a change made here holds at once, on other nodes as soon as they hear of it. */
export class Settings {
  readonly #parts: Parts
  readonly #stopListening: () => void
  #changed: Partial<SettingValues> = {}
  #values: SettingValues = DEFAULTS
  #reading: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#stopListening = parts.hub.subscribe(TOPIC, () => {
      this.reload().catch((error: unknown) => parts.log.error({ err: error }, 'settings were not read again'))
    })
  }

  get<K extends SettingKey>(key: K): SettingValues[K] {
    return this.#values[key]
  }

  /** What a page has to know of the operator's changes: facts to show, and limits to keep to. */
  get forPages(): { site: Partial<SiteFacts>; limits: Partial<Limits> } {
    return { site: pickFacts(this.#changed), limits: pickLimits(this.#changed) }
  }

  /** Changes a setting to what this text says, as the table holds it. Throws 400 for a text that says nothing here. */
  async set(key: SettingKey, value: string, by: string): Promise<void> {
    if (parseSetting(key, value) === undefined) throw invalid([{ path: 'value', key: 'fields.wrong' }])
    await this.#change({ key, value, by })
  }

  /** Back to what the site starts with. */
  async reset(key: SettingKey, by: string): Promise<void> {
    await this.#change({ key, value: null, by })
  }

  /** Reads the table anew: one reading after the other, so that an older one never comes last. */
  reload(): Promise<void> {
    this.#reading = this.#reading.catch(() => {}).then(() => this.#read())
    return this.#reading
  }

  close(): void {
    this.#stopListening()
  }

  async #change(change: SettingChange): Promise<void> {
    await this.#parts.store.change(change)
    this.#parts.hub.publish(TOPIC, { type: 'settings_changed' })
    await this.reload()
  }

  async #read(): Promise<void> {
    const { store, log } = this.#parts
    this.#changed = readStored(await store.list(), log)
    this.#values = { ...DEFAULTS, ...this.#changed }
    applyLimits(pickLimits(this.#changed))
  }
}

// Boundary: each fallback has the type of its key's schema, which the registry's own types hold it to.
const DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, { fallback }]) => [key, fallback]),
) as SettingValues

function pickFacts(changed: Partial<SettingValues>): Partial<SiteFacts> {
  // Boundary: the keys of the facts are keys of the settings, with the same values.
  return Object.fromEntries(
    Object.entries(changed).filter(([key]) => Object.hasOwn(DEFAULT_FACTS, key)),
  ) as Partial<SiteFacts>
}

function pickLimits(changed: Partial<SettingValues>): Partial<Limits> {
  const values = Object.entries(changed).map(([key, value]) => [key.replace('limits.', ''), value] as const)
  // Boundary: each limit is a setting of its own name, with a number.
  return Object.fromEntries(values.filter(([key]) => Object.hasOwn(LIMIT_DEFAULTS, key))) as Partial<Limits>
}
