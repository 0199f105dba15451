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

interface Engine {
  readonly pdfium: WrappedPdfiumModule
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
  const { memory } = pdfium.pdfium.wasmExports as unknown as { readonly memory: WasmMemory }
  limitMemory(memory)
  return { pdfium, memory, openDocuments: 0 }
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
  readonly handle: number
  private readonly memory: WasmMemory
  private scratch: number
  private scratchSize = 1024

  constructor({ pdfium, memory }: Engine, handle: number) {
    this.pdfium = pdfium
    this.memory = memory
    this.handle = handle
    this.scratch = pdfium.pdfium.wasmExports.malloc(this.scratchSize)
  }

  get pageCount(): number {
    return this.pdfium.FPDF_GetPageCount(this.handle)
  }

  /** The numbers that `fill` has PDFium write at the address that it is given; `undefined` if it says no. */
  floats(count: number, fill: (address: number) => boolean): Float32Array | undefined {
    if (!fill(this.scratch)) return undefined
    return new Float32Array(this.memory.buffer, this.scratch, count)
  }

  integers(count: number, fill: (address: number) => boolean): Uint32Array | undefined {
    if (!fill(this.scratch)) return undefined
    return new Uint32Array(this.memory.buffer, this.scratch, count)
  }

  /** A string as PDFium hands it out: called without room for the size in bytes, then with it. */
  string(fill: (address: number, size: number) => number, encoding: 'utf-16le' | 'utf-8' = 'utf-16le'): string {
    const size = fill(0, 0)
    if (!(size > 0 && size < 16 * 1024 * 1024)) return ''
    if (size > this.scratchSize) {
      this.pdfium.pdfium.wasmExports.free(this.scratch)
      this.scratch = this.pdfium.pdfium.wasmExports.malloc(size)
      this.scratchSize = size
    }
    const written = Math.min(fill(this.scratch, size), size)
    const bytes = new Uint8Array(this.memory.buffer, this.scratch, written)
    // The decoder does not take views of memory that may grow.
    return new TextDecoder(encoding).decode(bytes.slice()).replace(/\0+$/, '')
  }

  close(): void {
    this.pdfium.pdfium.wasmExports.free(this.scratch)
    this.pdfium.FPDF_CloseDocument(this.handle)
  }
}

/**
 * Opens a PDF for the time of `use`, and gives all its memory back afterwards.
 * @throws `document_encrypted`, `document_corrupt`
 */
export async function withPdf<T>(bytes: Uint8Array, use: (document: PdfDocument) => Promise<T>): Promise<T> {
  const running = await engine()
  running.openDocuments++
  try {
    return await withLoaded(running, bytes, use)
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
  use: (document: PdfDocument) => Promise<T>,
): Promise<T> {
  const { pdfium, memory } = running
  const { malloc, free } = pdfium.pdfium.wasmExports
  const address = malloc(bytes.length)
  if (address === 0) throw corruptDocument('The PDF is too large to be opened.')
  try {
    new Uint8Array(memory.buffer, address, bytes.length).set(bytes)
    const handle = pdfium.FPDF_LoadMemDocument(address, bytes.length, '')
    if (handle === 0) throw openingError(pdfium.FPDF_GetLastError())
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

/** `FPDF_GetLastError`: 4 wants a password, 5 is a protection that PDFium does not know. */
export const openingError = (code: number): ChanceryError =>
  code === 4 || code === 5
    ? new ChanceryError('document_encrypted', 'The PDF wants a password.')
    : corruptDocument('The PDF could not be opened.')
