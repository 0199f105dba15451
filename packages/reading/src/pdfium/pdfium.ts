import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ChanceryError } from '@chancery/core'
import { corruptDocument } from '../reading-errors.ts'

/** Wasm memory never shrinks; beyond this a new instance is made once no document is open. */
const maxIdleMemory = 256 * 1024 * 1024

/** More than any honest page needs; forms that draw each other ask for all there is. */
const maxMemory = 512 * 1024 * 1024
const memoryPage = 64 * 1024

/** What of `WebAssembly.Memory` is used here; the compiler is not given the browser's types. */
interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/**
 * The functions of the module as they are: numbers in, numbers out (0 for no). The wrapped ones look themselves up by
 * name at every call, which is too slow for what is called for every character; strings go through those.
 */
type RawPdfium = {
  readonly [Name in Exclude<keyof WrappedPdfiumModule, 'pdfium'>]: (...numbers: number[]) => number
} & { readonly memory: WasmMemory; malloc(size: number): number; free(address: number): void }

interface Engine {
  readonly pdfium: WrappedPdfiumModule
  readonly raw: RawPdfium
  readonly memory: WasmMemory
  openDocuments: number
}

let loading: Promise<Engine> | undefined

/** One instance for all documents of the process, made when the first one comes. */
const engine = (): Promise<Engine> => (loading ??= load())

async function load(): Promise<Engine> {
  const { init } = await import('@embedpdf/pdfium')
  const wasm = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  const pdfium = await init({ wasmBinary: new Uint8Array(wasm).buffer, printErr: () => undefined })
  pdfium.PDFiumExt_Init()
  const raw = pdfium.pdfium.wasmExports as unknown as RawPdfium
  limitMemory(raw.memory)
  return { pdfium, raw, memory: raw.memory, openDocuments: 0 }
}

/** Growth beyond `maxMemory` fails, whereupon PDFium aborts; the module itself would go up to 2 GB. */
function limitMemory(memory: WasmMemory): void {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * memoryPage > maxMemory)
      throw new RangeError('The PDF needs too much memory.')
    return grow(pages)
  }
}

/** An open PDF: PDFium's functions, its handle, and a piece of wasm memory to get answers in. */
export class PdfDocument {
  readonly pdfium: WrappedPdfiumModule
  readonly raw: RawPdfium
  readonly handle: number
  /** Address of at least 1024 bytes to have answers written to. */
  scratch: number
  private readonly memory: WasmMemory
  private scratchSize = 1024
  private floatView: Float32Array
  private doubleView: Float64Array

  constructor({ pdfium, raw, memory }: Engine, handle: number) {
    this.pdfium = pdfium
    this.raw = raw
    this.memory = memory
    this.handle = handle
    this.scratch = raw.malloc(this.scratchSize)
    this.floatView = new Float32Array(memory.buffer)
    this.doubleView = new Float64Array(memory.buffer)
  }

  /** All of the memory as 32-bit floats: `memoryFloats[address >> 2]`. To be asked for anew after every call. */
  get memoryFloats(): Float32Array {
    // Memory that grew has a new buffer, and views of the old one are empty.
    if (this.floatView.length === 0) this.floatView = new Float32Array(this.memory.buffer)
    return this.floatView
  }

  /** The same as 64-bit floats: `memoryDoubles[address >> 3]`. */
  get memoryDoubles(): Float64Array {
    if (this.doubleView.length === 0) this.doubleView = new Float64Array(this.memory.buffer)
    return this.doubleView
  }

  /** What stands in the memory, until the next call. */
  view(address: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, length)
  }

  /** A copy of what stands in the memory. */
  bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, address, length).slice()
  }

  get pageCount(): number {
    return this.raw.FPDF_GetPageCount(this.handle)
  }

  /** The numbers that `fill` has PDFium write at the address that it is given; `undefined` if it says no. */
  floats(count: number, fill: (address: number) => number): Float32Array | undefined {
    if (fill(this.scratch) === 0) return undefined
    return new Float32Array(this.memory.buffer, this.scratch, count)
  }

  integers(count: number, fill: (address: number) => number): Uint32Array | undefined {
    if (fill(this.scratch) === 0) return undefined
    return new Uint32Array(this.memory.buffer, this.scratch, count)
  }

  integerAt(address: number): number {
    return new Uint32Array(this.memory.buffer, address, 1)[0] ?? 0
  }

  /** Of UTF-16 in memory; `size` in bytes. */
  text(address: number, size: number): string {
    return decoders['utf-16le'].decode(this.bytes(address, size)).replace(/\0+$/, '')
  }

  /** A string as PDFium hands it out: it says the size in bytes, and writes it only where there is room for it. */
  string(fill: (address: number, size: number) => number, encoding: 'utf-16le' | 'utf-8' = 'utf-16le'): string {
    let size = fill(this.scratch, this.scratchSize)
    if (!(size > 0 && size < 16 * 1024 * 1024)) return ''
    if (size > this.scratchSize) {
      this.raw.free(this.scratch)
      this.scratch = this.raw.malloc(size)
      this.scratchSize = size
      if (this.scratch === 0) throw corruptDocument('The PDF needs too much memory.')
      size = Math.min(fill(this.scratch, size), size)
    }
    return (
      this.ascii(this.scratch, size, encoding === 'utf-8' ? 1 : 2) ??
      // The decoder does not take views of memory that may grow.
      decoders[encoding].decode(this.bytes(this.scratch, size)).replace(/\0+$/, '')
    )
  }

  /** What most names and titles are, and faster than a decoder; `undefined` where it is something else. */
  private ascii(address: number, size: number, width: 1 | 2): string | undefined {
    const bytes = this.view(address, size)
    let text = ''
    for (let at = 0; at < size; at += width) {
      const code = (bytes[at] ?? 0) | (width === 2 ? (bytes[at + 1] ?? 0) << 8 : 0)
      if (code === 0) return isZero(bytes, at) ? text : undefined
      if (code > 0x7e || at > 512) return undefined
      text += String.fromCharCode(code)
    }
    return text
  }

  close(): void {
    this.raw.free(this.scratch)
    this.raw.FPDF_CloseDocument(this.handle)
  }
}

const isZero = (bytes: Uint8Array, from: number): boolean => {
  for (let at = from; at < bytes.length; at++) if (bytes[at] !== 0) return false
  return true
}

const decoders = { 'utf-16le': new TextDecoder('utf-16le'), 'utf-8': new TextDecoder() }

/**
 * Opens a PDF for the time of `use`, and gives all its memory back afterwards.
 * @throws `document_encrypted`, `document_corrupt`
 */
export async function withPdf<T>(
  bytes: Uint8Array,
  password: string | undefined,
  use: (document: PdfDocument) => Promise<T>,
): Promise<T> {
  const running = await engine()
  running.openDocuments++
  try {
    return await withLoaded(running, bytes, password ?? '', use)
  } catch (error) {
    if (ChanceryError.is(error)) throw error
    // PDFium gave up inside; what state it is in is not known, so the next document gets a new instance.
    loading = undefined
    throw corruptDocument('The PDF could not be read.', error)
  } finally {
    running.openDocuments--
    if (running.openDocuments === 0 && running.memory.buffer.byteLength > maxIdleMemory) loading = undefined
  }
}

async function withLoaded<T>(
  running: Engine,
  bytes: Uint8Array,
  password: string,
  use: (document: PdfDocument) => Promise<T>,
): Promise<T> {
  const { pdfium, memory } = running
  const { malloc, free } = running.raw
  const address = malloc(bytes.length)
  if (address === 0) throw corruptDocument('The PDF is too large to be opened.')
  try {
    new Uint8Array(memory.buffer, address, bytes.length).set(bytes)
    const handle = pdfium.FPDF_LoadMemDocument(address, bytes.length, password)
    if (handle === 0) throw openingError(running.raw.FPDF_GetLastError(), password)
    const document = new PdfDocument(running, handle)
    try {
      return await use(document)
    } finally {
      document.close()
    }
  } finally {
    free(address)
  }
}

/** `FPDF_GetLastError`: 4 wants a password or another, 5 is a protection that PDFium does not know. */
export function openingError(code: number, password: string): ChanceryError {
  if (code === 5) return encryptedPdf('encryption_unsupported', 'in a way that is not known here.')
  if (code !== 4) return corruptDocument('The PDF could not be opened.')
  return password === ''
    ? encryptedPdf('password_missing', 'and there is no password.')
    : encryptedPdf('password_wrong', 'with another password.')
}

const encryptedPdf = (reason: string, how: string): ChanceryError =>
  new ChanceryError('document_encrypted', `The PDF is encrypted ${how}`, { details: { reason } })
