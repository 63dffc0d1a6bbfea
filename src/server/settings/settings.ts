import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { LIMIT_DEFAULTS, type Limits, applyLimits } from '#shared/settings/limits.ts'
import type { Setting } from '#shared/settings/setting.ts'
import {
  SETTINGS,
  type SettingKey,
  type SettingValues,
  checkSetting,
  settingText,
} from '#shared/settings/settings.ts'
import { DEFAULT_PUBLIC_SETTINGS, type PublicSettings } from '#shared/settings/public-settings.ts'
import type { Executor } from '#server/db/executor.ts'
import { invalid } from '#server/http/errors.ts'
import { toFieldErrors } from '#server/http/field-errors.ts'
import type { EventBus } from '#server/events/event-bus.ts'
import { checkJson } from './check-json.ts'
import { checkWordList } from './check-word-list.ts'
import { readStored } from './read-stored.ts'
import { settingsChanged, settingsReloaded } from './events.ts'

/** Persists the operator's changes. */
export type SettingsStore = {
  /** Returns all stored rows, including unknown keys. */
  list(): Promise<{ key: string; value: string }[]>
  /** Resolves to false, without a notification, if there was nothing to change. */
  change(change: SettingChange): Promise<boolean>
}
export type SettingChange = {
  key: SettingKey
  /** The value as text; null resets the setting to its default. */
  value: string | null
  /** Id of the user who makes the change. */
  by: string
  /** The id with which every process is notified of it. */
  changeId: string
  /** Runs in the transaction of the change, before the write; the change is rolled back when it throws. */
  inTransaction?: ChangeHook | undefined
}
/** `before` is the stored text that the change replaces; null for the default. */
export type ChangeHook = (tx: Executor, before: string | null) => Promise<void>

type Dependencies = { store: SettingsStore; events: EventBus; log: Logger }

/** Loads the site settings and reloads them on changes until `close` is called. */
export async function openSettings(dependencies: Dependencies): Promise<Settings> {
  const settings = new Settings(dependencies)
  await settings.reload()
  return settings
}

/** The site settings in memory. A change applies at once here, and in other processes when its notification arrives. */
export class Settings {
  readonly #dependencies: Dependencies
  readonly #unsubscribe: () => void
  #changed: Partial<SettingValues> = {}
  #values: SettingValues = DEFAULTS
  #reloading: Promise<void> = Promise.resolve()
  /** Changes of this process whose notification has not arrived: it has read them already. */
  readonly #ownChangeIds = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#unsubscribe = dependencies.events.on(settingsChanged, ({ changeId }) => {
      if (changeId !== null && this.#ownChangeIds.delete(changeId)) return
      this.reload().catch((error: unknown) =>
        dependencies.log.error({ err: error }, 'settings could not be reloaded'),
      )
    })
  }

  get<K extends SettingKey>(key: K): SettingValues[K] {
    return this.#values[key]
  }

  /** The operator's changes that pages need: public settings, and limits for forms. */
  get forPages(): { site: Partial<PublicSettings>; limits: Partial<Limits> } {
    return { site: pickPublicSettings(this.#changed), limits: pickLimits(this.#changed) }
  }

  /**
   * Changes a setting; `value` is its text form. Throws 400 when it is invalid for this setting (for JSON that cannot
   * be parsed and a list of words with the position of the error), 422 when it conflicts with another setting. The text
   * of the parsed value is stored, so that what is listed is what is in effect.
   */
  async set(key: SettingKey, value: string, by: string, inTransaction?: ChangeHook): Promise<void> {
    const { type, maxWords }: Setting = SETTINGS[key]
    if (type === 'json') checkJson(value)
    if (maxWords !== undefined) checkWordList(value, maxWords)
    const result = checkSetting(key, value)
    if (!result.success) {
      const [field] = toFieldErrors(result.error.issues)
      throw invalid([{ key: 'fields.wrong', ...field, path: 'value' }])
    }
    await this.#change({ key, value: settingText(key, result.data), by, inTransaction })
  }

  /** Resets a setting to its default. Throws 422 when that conflicts with another setting. */
  async reset(key: SettingKey, by: string, inTransaction?: ChangeHook): Promise<void> {
    await this.#change({ key, value: null, by, inTransaction })
  }

  /** Reloads all settings. Reloads run one after the other, so that an older result never replaces a newer one. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.catch(() => {}).then(() => this.#read())
    return this.#reloading
  }

  close(): void {
    this.#unsubscribe()
  }

  async #change(change: Omit<SettingChange, 'changeId'>): Promise<void> {
    const changeId = randomUUID()
    this.#ownChangeIds.add(changeId)
    const isNotified = await this.#dependencies.store
      .change({ ...change, changeId })
      .catch((error: unknown) => {
        this.#ownChangeIds.delete(changeId)
        throw error
      })
    if (!isNotified) this.#ownChangeIds.delete(changeId)
    await this.reload()
  }

  async #read(): Promise<void> {
    const { events, store, log } = this.#dependencies
    this.#changed = readStored(await store.list(), log)
    this.#values = { ...DEFAULTS, ...this.#changed }
    applyLimits(pickLimits(this.#changed))
    events.publish(settingsReloaded, {})
  }
}

// Boundary: the type of `SETTINGS` makes each fallback match the schema of its key.
const DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, { fallback }]) => [key, fallback]),
) as SettingValues

function pickPublicSettings(changed: Partial<SettingValues>): Partial<PublicSettings> {
  // Boundary: the public settings are settings, under the same keys, with the same types of value.
  return Object.fromEntries(
    Object.entries(changed).filter(([key]) => Object.hasOwn(DEFAULT_PUBLIC_SETTINGS, key)),
  ) as Partial<PublicSettings>
}

function pickLimits(changed: Partial<SettingValues>): Partial<Limits> {
  const values = Object.entries(changed).map(([key, value]) => [key.replace('limits.', ''), value] as const)
  // Boundary: each limit is the setting `limits.<name>` with a number as its value.
  return Object.fromEntries(values.filter(([key]) => Object.hasOwn(LIMIT_DEFAULTS, key))) as Partial<Limits>
}
