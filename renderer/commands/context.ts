/** The commands of a window for React components. */
import { createContext, useContext } from 'react'
import type { Command } from './command.ts'

export const CommandContext = createContext<Command[]>([])

export function useCommands(): Command[] {
  return useContext(CommandContext)
}
