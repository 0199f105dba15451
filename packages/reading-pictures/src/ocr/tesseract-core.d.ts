/** What is used of Tesseract's C++ interface as `tesseract.js-core` gives it; it ships no types. */
declare module 'tesseract.js-core/tesseract-core-relaxedsimd.js' {
  export interface TessBaseAPI {
    /** 0 where it went well. `engine`: 0 is the old one, which orientation needs, 1 the LSTM. */
    Init(path: null, languages: string, engine: 0 | 1): number
    SetVariable(name: string, value: string): boolean
    /** Takes the picture from the file "/input"; 0 where it went well. */
    SetImageFile(exifOrientation: number, radians: number): number
    Recognize(monitor: null): number
    GetTSVText(page: number): string
    DetectOS(results: OSResults): boolean
    Clear(): void
    End(): void
  }

  export interface OSResults {
    readonly best_result: {
      readonly orientation_id: number
      readonly oconfidence: number
      readonly script_id: number
      readonly sconfidence: number
    }
    readonly unicharset: { get_script_from_script_id(id: number): string }
  }

  export interface TesseractCore {
    readonly FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void }
    readonly TessBaseAPI: new () => TessBaseAPI
    readonly OSResults: new () => OSResults
    destroy(object: object): void
  }

  interface TesseractCoreOptions {
    readonly print: (line: string) => void
    readonly printErr: (line: string) => void
    readonly instantiateWasm: (imports: object, done: (instance: object) => void) => object
  }

  const createCore: (options: TesseractCoreOptions) => Promise<TesseractCore>
  export default createCore
}
