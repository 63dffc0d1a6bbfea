import { createContext, useContext } from 'react'

/** True within a surface that says above that no money moves. */
export const IsMarkedAbove = createContext(false)

export const useIsMarkedAbove = () => useContext(IsMarkedAbove)
