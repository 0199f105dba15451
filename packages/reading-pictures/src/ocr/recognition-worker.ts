import { readFile } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import type { OSResults, TessBaseAPI, TesseractCore } from 'tesseract.js-core/tesseract-core-relaxedsimd.js'
import type { LanguageData } from './language-data.ts'
import { serveThread, startThread } from './own-thread.ts'

/** What one thread of compiled Tesseract is asked. */
export interface RecognitionTask {
  readonly graymap: Uint8Array<ArrayBuffer>
  readonly resolution?: number
  /** Absent: only which way up the page stands is wanted. */
  readonly recognize?: { readonly languages: string; readonly segmentation: number }
}

export type RecognitionAnswer =
  | { readonly tsv: string; readonly memory: number }
  | {
      readonly degrees: number
      readonly confidence: number
      readonly script: string
      readonly scriptConfidence: number
      readonly memory: number
    }
  | { readonly failure: 'picture' | 'language' | 'engine' }

interface WorkerSettings {
  readonly data: LanguageData
  readonly wasm: string
  readonly memoryBytes: number
}

/** A thread of compiled Tesseract; it answers one task after the other. */
export function startRecognitionWorker(data: LanguageData, memoryBytes: number, niceness: number): Worker {
  const wasm = import.meta.resolve('tesseract.js-core/tesseract-core-relaxedsimd.wasm')
  return startThread<WorkerSettings>(import.meta.url, { data, wasm, memoryBytes }, niceness)
}

/** What of `WebAssembly` is used here; the compiler is not given the browser's types. */
interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ readonly instance: { readonly exports: Readonly<Record<string, unknown>> } }>
  readonly Memory: new () => WasmMemory
}

const memoryPage = 64 * 1024

/** Compiled Tesseract, which never grows beyond a number of bytes: what needs more fails inside. */
class Recognition {
  private readonly data: LanguageData
  private readonly core: TesseractCore
  private readonly memory: () => WasmMemory
  private readonly loaded = new Set<string>()
  private readonly apis = new Map<string, TessBaseAPI>()

  private constructor(data: LanguageData, core: TesseractCore, memory: () => WasmMemory) {
    this.data = data
    this.core = core
    this.memory = memory
  }

  static async start({ data, wasm, memoryBytes }: WorkerSettings): Promise<Recognition> {
    const { default: createCore } = await import('tesseract.js-core/tesseract-core-relaxedsimd.js')
    const binary = await readFile(new URL(wasm))
    let memory: WasmMemory | undefined
    const core = await createCore({
      print: () => undefined,
      printErr: () => undefined,
      instantiateWasm: (imports, done) => {
        void WebAssembly.instantiate(binary, imports).then(({ instance }) => {
          memory = Object.values(instance.exports).find((each) => each instanceof WebAssembly.Memory) as WasmMemory
          limit(memory, memoryBytes)
          done(instance)
        })
        return {}
      },
    })
    return new Recognition(data, core, () => memory as WasmMemory)
  }

  async answer({ graymap, resolution, recognize }: RecognitionTask): Promise<RecognitionAnswer> {
    const api = await this.api(recognize?.languages ?? 'osd', recognize === undefined ? 0 : 1)
    if (api === undefined) return { failure: 'language' }
    this.core.FS.writeFile('/input', graymap)
    try {
      api.SetVariable('user_defined_dpi', String(resolution ?? 0))
      if (recognize !== undefined) api.SetVariable('tessedit_pageseg_mode', String(recognize.segmentation))
      if (api.SetImageFile(1, 0) !== 0) return { failure: 'picture' }
      if (recognize === undefined) return this.orientation(api)
      if (api.Recognize(null) !== 0) return { failure: 'picture' }
      return { tsv: api.GetTSVText(0), memory: this.memory().buffer.byteLength }
    } finally {
      api.Clear()
      this.core.FS.unlink('/input')
    }
  }

  private orientation(api: TessBaseAPI): RecognitionAnswer {
    const results: OSResults = new this.core.OSResults()
    const found = api.DetectOS(results)
    const {
      orientation_id: turns,
      oconfidence,
      script_id: scriptId,
      sconfidence: scriptConfidence,
    } = results.best_result
    const memory = this.memory().buffer.byteLength
    const script = found ? results.unicharset.get_script_from_script_id(scriptId) : ''
    // Tesseract counts how often the page was turned counter-clockwise.
    return { degrees: ((4 - turns) % 4) * 90, confidence: found ? oconfidence : 0, script, scriptConfidence, memory }
  }

  /** One set of languages is kept besides the data for the orientation; a new set takes the old one's place. */
  private async api(languages: string, engine: 0 | 1): Promise<TessBaseAPI | undefined> {
    const ready = this.apis.get(languages)
    if (ready !== undefined) return ready
    for (const [name, api] of this.apis) {
      if (name === 'osd' || languages === 'osd') continue
      api.End()
      this.core.destroy(api)
      this.apis.delete(name)
    }
    for (const language of languages.split('+')) {
      const file = this.data.get(language)
      if (file === undefined) return undefined
      if (this.loaded.has(language)) continue
      const bytes = await readFile(file)
      this.core.FS.writeFile(
        `${language}.traineddata`,
        bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes,
      )
      this.loaded.add(language)
    }
    const api = new this.core.TessBaseAPI()
    if (api.Init(null, languages, engine) !== 0) return undefined
    this.apis.set(languages, api)
    return api
  }
}

function limit(memory: WasmMemory, bytes: number): void {
  const grow = memory.grow.bind(memory)
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * memoryPage > bytes)
      throw new RangeError('The picture needs too much memory.')
    return grow(pages)
  }
}

serveThread(import.meta.url, (settings: WorkerSettings) => {
  const starting = Recognition.start(settings)
  return async (task: RecognitionTask): Promise<readonly [RecognitionAnswer, []]> => {
    try {
      return [await (await starting).answer(task), []]
    } catch {
      // Tesseract gave up inside, and may be in any state: whoever gets this starts another thread.
      return [{ failure: 'engine' }, []]
    }
  }
})
