import { useMediaQuery } from './use-media-query.ts'

/** The `portrait-phone` and `landscape-phone` of tokens.css. */
const PORTRAIT = '(max-width: 34.99rem), (max-width: 47.99rem) and (min-height: 30rem)'
const LANDSCAPE = '(min-width: 35rem) and (max-width: 63.99rem) and (max-height: 29.99rem)'

export type PhoneLayout = 'portrait' | 'landscape'

/** How a phone is held, for pages whose parts differ there; null on tablets and desktops. */
export function usePhoneLayout(): PhoneLayout | null {
  const isPortrait = useMediaQuery(PORTRAIT)
  const isLandscape = useMediaQuery(LANDSCAPE)
  return isPortrait ? 'portrait' : isLandscape ? 'landscape' : null
}
