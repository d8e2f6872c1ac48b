/** A command of the windows' registry (renderer/commands), shown in the menu. */
export interface MenuCommand {
  id: string
  label: string
  /** In Electron's form of accelerators; only shown, since the windows handle their keys themselves. */
  accelerator?: string
}

const fileCommands: MenuCommand[] = [
  { id: 'file.open', label: 'Open…', accelerator: 'CmdOrCtrl+O' },
  { id: 'file.connect', label: 'Connect to a machine…' },
  { id: 'compare.with', label: 'Compare with…', accelerator: 'C' },
  { id: 'export.profile', label: 'Export the whole profile…', accelerator: 'CmdOrCtrl+Shift+S' },
  { id: 'export.pairs', label: 'Save the pairs as CSV', accelerator: 'CmdOrCtrl+S' },
  { id: 'export.threads', label: 'Save the threads as CSV' },
  { id: 'export.objects', label: 'Save the objects as CSV' },
  { id: 'export.reuse', label: 'Save the reuse distances as CSV' },
  { id: 'file.print', label: 'Print to PDF…', accelerator: 'CmdOrCtrl+P' },
  { id: 'window.settings', label: 'Settings…', accelerator: 'CmdOrCtrl+,' },
  { id: 'file.close', label: 'Close the profile' },
  { id: 'compare.close', label: 'Close the comparison' },
]
const recordCommands: MenuCommand[] = [
  { id: 'record.new', label: 'New recording…', accelerator: 'CmdOrCtrl+Shift+L' },
  { id: 'record.pause', label: 'Pause or resume the sampling' },
  { id: 'record.stop', label: 'Stop the recording' },
  { id: 'record.discard', label: 'Discard the recording' },
]
const viewCommands: MenuCommand[] = [
  { id: 'view.findings', label: 'Findings', accelerator: '1' },
  { id: 'view.top-down', label: 'Top-down', accelerator: '2' },
  { id: 'view.bottom-up', label: 'Bottom-up', accelerator: '3' },
  { id: 'view.flat', label: 'Flat', accelerator: '4' },
  { id: 'view.pairs', label: 'Pairs', accelerator: '5' },
  { id: 'view.objects', label: 'Objects', accelerator: '6' },
  { id: 'view.values', label: 'Values', accelerator: '7' },
  { id: 'view.reuse', label: 'Reuse distance', accelerator: '8' },
  { id: 'view.threads', label: 'Threads', accelerator: '9' },
  { id: 'view.trace', label: 'Trace', accelerator: '0' },
  { id: 'view.flame', label: 'Flame graph', accelerator: '-' },
  { id: 'view.time', label: 'Time line', accelerator: '=' },
  { id: 'view.statistics', label: 'Statistics', accelerator: '\\' },
  { id: 'compare.swap', label: 'Swap the old and the new run', accelerator: 'X' },
  { id: 'tool.next', label: 'Next tool of the run', accelerator: ']' },
  { id: 'view.start', label: 'Start page' },
]
const windowCommands: MenuCommand[] = [
  { id: 'window.new', label: 'New window', accelerator: 'CmdOrCtrl+Shift+N' },
  { id: 'window.runs', label: 'Show or hide the runs', accelerator: 'CmdOrCtrl+B' },
]
const helpCommands: MenuCommand[] = [
  { id: 'window.palette', label: 'All commands…', accelerator: 'CmdOrCtrl+K' },
  { id: 'window.help', label: 'Keys', accelerator: 'F1' },
  { id: 'record.doctor', label: 'What this machine can do' },
]

export const menus = { File: fileCommands, Record: recordCommands, View: viewCommands, Window: windowCommands, Help: helpCommands }
