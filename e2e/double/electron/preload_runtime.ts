/** Source of the script that runs a preload bundle in a page: a sandboxed `require` that knows "electron" only. */
export const sendBinding = '__electronDoubleSend'
export const receiveName = '__electronDoubleReceive'

/** @param preload text of the bundled preload script, CommonJS */
export function preloadRuntime(preload: string): string {
  return `(() => {
  if (window !== window.top) return
  const send = window[${JSON.stringify(sendBinding)}]
  const listeners = new Map()
  const unknown = (name, members) => new Proxy(members, {
    get(target, property) {
      if (property in target || typeof property === 'symbol') return target[property]
      throw new Error(name + '.' + String(property) + ' is not implemented by the Electron double')
    },
  })
  Object.defineProperty(window, ${JSON.stringify(receiveName)}, {
    value: (channel, values) => { for (const listener of listeners.get(channel) ?? []) listener({}, ...values) },
  })
  const ipcRenderer = unknown('ipcRenderer', {
    send: (channel, ...values) => { void send(channel, structuredClone(values)) },
    on: (channel, listener) => { listeners.set(channel, [...(listeners.get(channel) ?? []), listener]) },
  })
  const contextBridge = unknown('contextBridge', {
    exposeInMainWorld(name, api) {
      if (name in window) throw new Error('Cannot bind an API on top of an existing property on the window object')
      for (const value of Object.values(api)) {
        if (typeof value !== 'function') throw new Error('The double bridges functions only')
      }
      Object.defineProperty(window, name, { value: Object.freeze({ ...api }), enumerable: true })
    },
  })
  const electron = unknown('electron', { contextBridge, ipcRenderer })
  const require = (name) => {
    if (name === 'electron') return electron
    throw new Error('module not found: ' + name)
  }
  const module = { exports: {} }
  ;(function (require, module, exports) {
${preload}
  })(require, module, module.exports)
})()`
}
