import { createContext, useContext } from 'react'
import type { Command } from './registry.ts'

export const CommandContext = createContext<Command[]>([])

export function useCommands(): Command[] {
  return useContext(CommandContext)
}
