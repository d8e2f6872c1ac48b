/**
 * Runs sandboxed in the window before the page: gives it the wire to the host and the paths of dropped files, nothing
 * else.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { WindowBridge } from '../../shared/rpc/bridge.ts'
import { bridgeName, channels } from '../../shared/rpc/bridge.ts'

const bridge: WindowBridge = {
  post: (text) => ipcRenderer.send(channels.text, text),
  onMessage(listener) {
    ipcRenderer.on(channels.text, (_event, text: string) => listener(text))
  },
  onClose(listener) {
    ipcRenderer.on(channels.closed, () => listener())
  },
  pathOfFile: (file) => webUtils.getPathForFile(file as File),
}

ipcRenderer.send(channels.connect)
contextBridge.exposeInMainWorld(bridgeName, bridge)
