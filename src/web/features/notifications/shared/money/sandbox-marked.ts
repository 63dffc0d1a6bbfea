import { createContext, useContext } from 'react'

/** True within a surface that says above that no money moves. */
export const IsMarkedAboveContext = createContext(false)

export const useIsMarkedAbove = () => useContext(IsMarkedAboveContext)
