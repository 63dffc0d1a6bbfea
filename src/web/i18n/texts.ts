import type { Messages } from 'use-intl'
import { readBoot } from '../api/boot.ts'
import { readStorage } from '#web/lib/storage/browser-storage.ts'
import { core, fetchTexts, languages } from './fetch-texts.ts'
import { chooseLanguage, DEFAULT_LANGUAGE, LANGUAGE_KEY } from './languages.ts'

/**
 * A language and its texts loaded so far. `messages` is mutated in place: a component renders only after its texts have
 * loaded, so texts of another page need no rerender.
 */
export type LoadedLanguage = {
  language: string
  messages: Messages
}

/** All groups of namespaces requested so far, joined by hyphens; a change of language loads them all. */
const requestedGroups = new Set([core])
let current: LoadedLanguage | null = null

/** Loads the texts that every page needs: in the saved language, else the browser's, else English. */
export async function loadLanguage(): Promise<LoadedLanguage> {
  const loaded = currentLanguage()
  await load(loaded, core)
  return loaded
}

/** Loads the texts of a group of namespaces for a page that is being opened. */
export function loadTexts(group: string): Promise<void> {
  requestedGroups.add(group)
  return load(currentLanguage(), group)
}

/** Loads all requested groups in another language, then switches. Rejects and changes nothing if that fails. */
export async function changeLanguage(language: string): Promise<LoadedLanguage> {
  const loaded = createLanguage(languages.includes(language) ? language : DEFAULT_LANGUAGE)
  // Repeats if another page was opened meanwhile.
  for (let loadedCount = 0; loadedCount < requestedGroups.size;) {
    loadedCount = requestedGroups.size
    await Promise.all([...requestedGroups].map((group) => load(loaded, group)))
  }
  current = loaded
  return loaded
}

function currentLanguage(): LoadedLanguage {
  // The user's preference applies on every device.
  const saved = readBoot()?.user?.language ?? readStorage(LANGUAGE_KEY)
  current ??= createLanguage(chooseLanguage(languages, saved, navigator.languages))
  return current
}

function createLanguage(language: string): LoadedLanguage {
  // Boundary: the namespaces are loaded before the components that read them.
  return { language, messages: {} as Messages }
}

/** Pending requests: several components may wait for the same file. */
const pendingByFile = new Map<string, Promise<Partial<Messages>>>()

async function load({ language, messages }: LoadedLanguage, group: string): Promise<void> {
  if (group.split('-').every((namespace) => namespace in messages)) return
  const file = `${language}/${group}`
  const texts =
    pendingByFile.get(file) ?? fetchTexts(language, group).finally(() => pendingByFile.delete(file))
  pendingByFile.set(file, texts)
  Object.assign(messages, await texts)
}
