/** Whether a path belongs to the API, the WebSocket or WHIP/WHEP, and not to a page. */
export const isApiPath = (url: string): boolean => /^\/(api|ws|whip|whep)([/?]|$)/.test(url)
