import type { Messages } from 'use-intl'
import { readBoot } from '../api/boot.ts'
import { readStorage } from '#web/lib/storage/browser-storage.ts'
import { core, fetchTexts, languages } from './fetch-texts.ts'
import { chooseLanguage, DEFAULT_LANGUAGE, LANGUAGE_KEY } from './languages.ts'

/**
 * A language with what has come of its texts. They grow in place: a component is there only after its texts, so none
 * has to be drawn again because those of another page came.
 */
export type Speech = {
  language: string
  messages: Messages
}

/** Groups of namespaces that are needed since the start, joined by hyphens; another language is loaded with them. */
const needed = new Set([core])
let current: Speech | null = null

/** Loads what every page reads: in the saved language, else the browser's, else English. */
export async function loadSpeech(): Promise<Speech> {
  const speech = currentSpeech()
  await load(speech, core)
  return speech
}

/**
 * Waits for a module together with its texts. A build puts this around each lazy import.
 *
 * @public
 */
export async function withTexts<Module>(group: string, module: Promise<Module>): Promise<Module> {
  needed.add(group)
  const [loaded] = await Promise.all([module, load(currentSpeech(), group)])
  return loaded
}

/** Loads another language, with all that has been needed so far. Rejects, and changes nothing, when it cannot. */
export async function changeLanguage(language: string): Promise<Speech> {
  const speech = newSpeech(languages.includes(language) ? language : DEFAULT_LANGUAGE)
  // Once more when a page was opened meanwhile.
  for (let known = 0; known < needed.size;) {
    known = needed.size
    await Promise.all([...needed].map((group) => load(speech, group)))
  }
  current = speech
  return speech
}

function currentSpeech(): Speech {
  // What a member chose holds on every device.
  const saved = readBoot()?.user?.language ?? readStorage(LANGUAGE_KEY)
  current ??= newSpeech(chooseLanguage(languages, saved, navigator.languages))
  return current
}

function newSpeech(language: string): Speech {
  // Boundary: the namespaces come before the components that read them.
  return { language, messages: {} as Messages }
}

/** Files on their way: parts of a page may wait for the same one. */
const fetching = new Map<string, Promise<Partial<Messages>>>()

async function load({ language, messages }: Speech, group: string): Promise<void> {
  if (group.split('-').every((namespace) => namespace in messages)) return
  const file = `${language}/${group}`
  const texts = fetching.get(file) ?? fetchTexts(language, group).finally(() => fetching.delete(file))
  fetching.set(file, texts)
  Object.assign(messages, await texts)
}
