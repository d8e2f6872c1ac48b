/** Runs sandboxed in the window before the page: hands it the wire to the host and nothing else. */
import { contextBridge, ipcRenderer } from 'electron'
import type { WindowBridge } from '../../shared/rpc/bridge.ts'
import { bridgeName, channels } from '../../shared/rpc/bridge.ts'

const bridge: WindowBridge = {
  post: (text) => ipcRenderer.send(channels.text, text),
  onMessage(listener) {
    ipcRenderer.on(channels.text, (_event, text: string) => listener(text))
  },
}

ipcRenderer.send(channels.connect)
contextBridge.exposeInMainWorld(bridgeName, bridge)
