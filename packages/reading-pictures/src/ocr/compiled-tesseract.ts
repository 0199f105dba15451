import { ChanceryError } from '@chancery/core'
import { corruptDocument } from '@chancery/reading/reading-errors'
import type { LanguageData } from './language-data.ts'
import type { RecognitionAnswer, RecognitionTask } from './recognition-worker.ts'
import { quarterTurn, type TesseractProgram } from './tesseract-program.ts'
import { ThreadPool, type ThreadPoolSettings } from './thread-pool.ts'

export interface CompiledTesseractSettings extends Omit<ThreadPoolSettings<RecognitionAnswer>, 'start' | 'worn'> {
  readonly data: LanguageData
  /** Bytes of WebAssembly memory of one thread. */
  readonly memoryBytes: number
  /** How much others go before its threads, 0 to 19. */
  readonly niceness: number
}

/** WebAssembly memory never shrinks; a thread that took more than pages usually need is replaced. */
const grownBytes = 160 * 1024 * 1024

/**
 * Tesseract compiled to WebAssembly (`tesseract.js-core`), in threads of this process. Its data is read from local files
 * and nothing else; it has no code that fetches.
 */
export function createCompiledTesseract({
  data,
  memoryBytes,
  niceness,
  ...pool
}: CompiledTesseractSettings): TesseractProgram {
  const threads = new ThreadPool<RecognitionTask, RecognitionAnswer>({
    ...pool,
    // Loaded by itself: the thread runs that module, and must not run what a bundler puts beside it.
    start: async () => (await import('./recognition-worker.ts')).startRecognitionWorker(data, memoryBytes, niceness),
    worn: (answer) => ('failure' in answer ? answer.failure === 'engine' : answer.memory > grownBytes),
  })
  return {
    id: 'tesseract.js',
    languages: [...data.keys()].filter((language) => language !== 'osd'),
    knowsOrientation: data.has('osd'),
    async recognize({ languages, segmentation, signal, limitMs, ...page }) {
      const recognize = { languages: languages.join('+'), segmentation }
      const { answer, usedMs } = await threads.run({ ...page, recognize }, [page.graymap.buffer], signal, limitMs)
      if ('tsv' in answer) return { outcome: answer.tsv, usedMs }
      if ('failure' in answer && answer.failure === 'language') {
        throw new ChanceryError('internal', 'The language data for reading pictures is damaged.')
      }
      throw corruptDocument('The picture could not be read.')
    },
    async orientation({ signal, limitMs, ...page }) {
      if (!data.has('osd')) return { outcome: undefined, usedMs: 0 }
      const { answer, usedMs } = await threads.run(page, [page.graymap.buffer], signal, limitMs)
      if (!('degrees' in answer) || answer.confidence === 0) return { outcome: undefined, usedMs }
      const { degrees, confidence, script, scriptConfidence } = answer
      return { outcome: { turn: quarterTurn(degrees), confidence, script, scriptConfidence }, usedMs }
    },
    close: () => threads.close(),
  }
}
