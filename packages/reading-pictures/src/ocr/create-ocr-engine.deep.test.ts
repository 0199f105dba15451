import { expect, it } from 'vitest'
import { createOcrEngine } from './create-ocr-engine.ts'
import { findTesseract } from './native-tesseract.ts'
import { levelledPages, turnedPages } from './ocr-engine-contract-for-test.ts'

turnedPages('tesseract.js', () => createOcrEngine({ engine: 'tesseract' }))

if (findTesseract() === undefined) {
  process.stdout.write('No tesseract on this machine: the native program is not tested.\n')
  it('finds no native program', () => expect(findTesseract()).toBeUndefined())
} else {
  turnedPages('the native tesseract', () => createOcrEngine({ engine: 'native' }))
  levelledPages('the native tesseract', () => createOcrEngine({ engine: 'native' }))
}
