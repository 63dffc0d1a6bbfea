/** True for an address that answers with data or takes a socket or a peer, and not with a page. */
export const isApiPath = (url: string): boolean => /^\/(api|ws|whip|whep)([/?]|$)/.test(url)
