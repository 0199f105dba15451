import type { Worker } from 'node:worker_threads'
import { ChanceryError } from '@chancery/core'
import { type GrayPicture, toGraymap } from '@chancery/reading/ocr/gray-picture'
import type { OcrPicture } from '@chancery/reading/ocr/ocr-engine'
import { serveThread, startThread } from './own-thread.ts'
import type { DrawnBox } from './drawn-boxes.ts'
import { type PagePlace, preparedPage } from './page-preparation.ts'
import { grayPictureOf } from './picture-decoding.ts'
import { type QuarterTurn, turned } from '../image/picture-turns.ts'

export interface PreparationTask {
  readonly picture: OcrPicture
  /** By which it is turned first. */
  readonly turn: QuarterTurn
}

/** A picture ready for Tesseract. */
export interface Preparation {
  readonly graymap: Uint8Array<ArrayBuffer>
  readonly size: { readonly width: number; readonly height: number }
  readonly resolution?: number
  readonly place: PagePlace
  readonly ruled: boolean
  /** See `PageMarks`. */
  readonly marks: number
  readonly pieces: number
  readonly boxes: readonly DrawnBox[]
  readonly patterned: boolean
  readonly sample?: GrayPicture
}

export type PreparationAnswer = Preparation | Pick<ChanceryError, 'code' | 'message'>

/** A thread that decodes and prepares pictures, one after the other. */
export const startPreparationWorker = (niceness: number): Worker => startThread(import.meta.url, undefined, niceness)

async function prepare({ picture, turn }: PreparationTask): Promise<Preparation> {
  const { picture: ready, ...rest } = preparedPage(turned(await grayPictureOf(picture), turn), picture.resolution)
  return { ...rest, size: { width: ready.width, height: ready.height }, graymap: toGraymap(ready) }
}

serveThread(
  import.meta.url,
  () =>
    async (task: PreparationTask): Promise<readonly [PreparationAnswer, readonly ArrayBuffer[]]> => {
      try {
        const prepared = await prepare(task)
        return [prepared, [prepared.graymap.buffer]]
      } catch (error) {
        const code = ChanceryError.is(error) ? error.code : 'document_corrupt'
        return [{ code, message: ChanceryError.is(error) ? error.message : 'The picture could not be decoded.' }, []]
      }
    },
)
