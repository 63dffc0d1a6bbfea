import type { HttpError } from '#server/http/errors.ts'
import type { Translate } from '#server/http/translations.ts'
import { escapeMarkup } from './markup.ts'

/**
 * The page for a navigation while the server cannot work. It needs no script, style or session, and loads again by
 * itself.
 */
export function unavailablePage(error: HttpError, translate: Translate): string {
  const title = escapeMarkup(translate('unavailablePage.title'))
  const texts = [error.body(translate).message, translate('unavailablePage.retries')]
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <meta http-equiv="refresh" content="${RETRY_SECONDS + Math.floor(Math.random() * RETRY_SECONDS)}">
    <title>${title}</title>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${texts.map((text) => `<p>${escapeMarkup(text)}</p>`).join('\n      ')}
      <p><a href="">${escapeMarkup(translate('unavailablePage.tryAgain'))}</a></p>
    </main>
  </body>
</html>
`
}

/** Long enough to read the page, and different for each, so that browsers do not all come back at the same moment. */
const RETRY_SECONDS = 20
