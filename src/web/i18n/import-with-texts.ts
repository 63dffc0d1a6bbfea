import { loadTexts } from './texts.ts'

/**
 * Imports a module and loads its texts; `group` is empty for none. A build wraps each lazy import in it.
 *
 * @public
 */
export async function importWithTexts<Module>(
  group: string,
  importModule: () => Promise<Module>,
): Promise<Module> {
  const [module] = await Promise.all([importAgain(importModule), group && loadTexts(group)])
  return module
}

let attempts = 0

/**
 * Imports a module. Chrome never requests the URL of a module again that it failed to fetch once, but its error names
 * the URL: the same file with another query is another module.
 */
async function importAgain<Module>(importModule: () => Promise<Module>): Promise<Module> {
  try {
    return await importModule()
  } catch (error) {
    const url = error instanceof TypeError && /https?:\S+\.js$/.exec(error.message)?.[0]
    if (!url) throw error
    attempts += 1
    const specifier = `${url}?attempt=${attempts}`
    // Boundary: the file of the same module.
    return (await import(/* @vite-ignore */ specifier)) as Module
  }
}
