import eld from 'eld/medium'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sentences } from '../../../../test/bench/reading/language-sentences.ts'
import { wordDetector } from './ngram-language.ts'

it('answers what eld answers', async () => {
  const detect = await wordDetector()
  const told = (text: string): string | null => {
    const { language, isReliable } = eld.detect(text)
    return language !== '' && isReliable() ? language : null
  }
  for (const text of Object.values(sentences).flat()) {
    for (const length of [30, 60, 400]) expect(detect(text.slice(0, length))).toBe(told(text.slice(0, length)))
  }
  fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => detect(text) === told(text)))
})
