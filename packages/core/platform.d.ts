/**
 * The whole platform that the domain may touch: the globals that every JavaScript runtime of today has.
 * `types: []` in tsconfig.json hides all others, so `process`, `fetch`, `Buffer` or `node:*` are compile errors here.
 */
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes: Uint8Array): string
}
declare function atob(base64: string): string
declare function btoa(binary: string): string
/** Only to let others have their turn: what the time is, a `Clock` says. */
declare function setImmediate(callback: () => void): unknown
